#include "base/error.h"
#include "services/documents/read_document.h"
#include "tests/support/test_program.h"

#include <QDataStream>
#include <QGuiApplication>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using services::Document;

namespace {

const QString title = "Rules of the reading room";
const QStringList lines{"Books are returned before the library closes,",
    "which is at seven on every day of the week. And",
    "nobody eats among the shelves, and whoever is", "hungry finds a bench in the garden."};
const QStringList germanLines{
    "Die Bücher müssen bis zum Abend zurück sein.", "Größere Taschen gehören in die Schränke."};

// A page as a scanner sees it, 200 pixels an inch; A5. `first` is the height of its first line.
QImage scanned(const QStringList& texts, const QString& heading = {}, int points = 12)
{
    constexpr double scale = 200.0 / 72;
    QImage page(QSize(420, 595) * scale, QImage::Format_RGB32);
    page.fill(QColor(250, 249, 244));
    QPainter painter(&page);
    painter.setPen(QColor(30, 30, 34));
    QFont font("Noto Serif");
    const auto draw = [&](double y, int size, const QString& text) {
        font.setPixelSize(int(size * scale));
        painter.setFont(font);
        painter.drawText(QPointF(40, y) * scale, text);
    };
    if (!heading.isEmpty())
        draw(70, 22, heading);
    for (int line = 0; line < texts.size(); ++line)
        draw(120 + 1.5 * points * line, points, texts[line]);
    return page;
}

services::ReaderProcess reader(const QStringList& languages = {"eng"})
{
    services::ReaderProcess process;
    process.program = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
    process.languages.names = languages;
    return process;
}

// Their shades, without compression: pixels of a page, its tags, the place of the next one's.
QByteArray tiffOf(const QList<QImage>& pages)
{
    QByteArray file;
    QDataStream stream(&file, QIODevice::WriteOnly);
    stream.writeRawData("MM\0\x2A", 4);
    for (const QImage& page : pages) {
        const QImage gray = page.convertToFormat(QImage::Format_Grayscale8);
        const auto pixels = quint32(file.size()) + 4;
        const quint32 size = quint32(gray.width()) * quint32(gray.height());
        stream << pixels + size + size % 2;
        for (int row = 0; row < gray.height(); ++row)
            stream.writeRawData(reinterpret_cast<const char*>(gray.scanLine(row)), gray.width());
        if (size % 2 > 0)
            stream << quint8(0);
        const std::pair<quint16, quint32> tags[]
            = {{256, gray.width()}, {257, gray.height()}, {258, 8}, {259, 1}, {262, 1},
                {273, pixels}, {277, 1}, {278, gray.height()}, {279, size}};
        stream << quint16(std::size(tags));
        for (const auto& [tag, value] : tags)
            stream << tag << quint16(4) << quint32(1) << value;
    }
    stream << quint32(0);
    return file;
}

QString textOf(const Document& document)
{
    return QString::fromStdString(document.text);
}

} // namespace

// Text in images and on scanned pages, through the process that reads it.
class ReadPicturesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (services::standardTextLanguages().names.isEmpty())
            QSKIP("There are no language data of Tesseract (Debian: tesseract-ocr-eng).");
    }

    void aPictureIsAPage_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"page.png", "page.jpg", "page.webp", "page.tiff", "page.bmp"})
            QTest::newRow(name) << name;
    }
    void aPictureIsAPage()
    {
        QFETCH(QString, name);
        const QImage picture = scanned(lines, title);
        QVERIFY(picture.save(path(name), nullptr, 90));

        const Document document = services::readDocument(path(name), {}, reader());

        QCOMPARE(textOf(document), title + "\n\n" + lines.join(' ') + "\n");
        QCOMPARE(int(document.blocks[0].kind), int(services::BlockKind::Heading));
        QCOMPARE(int(document.pages.size()), 1);
        QVERIFY(document.isPaged);
        QCOMPARE(document.pages[0].width, float(picture.width()) * 0.75F);
        QCOMPARE(document.pages[0].height, float(picture.height()) * 0.75F);
    }

    void aScannedPageOfAPdfIsRead()
    {
        const QString name = writePdf({scanned(lines, title), {}, scanned(lines.mid(2))});

        const Document document = services::readDocument(name, {}, reader());

        QCOMPARE(int(document.pages.size()), 3);
        QCOMPARE(textOfPage(document, 0), title + "\n\n" + lines.join(' ') + "\n");
        QCOMPARE(textOfPage(document, 1), QString("This page was written, not scanned.\n"));
        QCOMPARE(textOfPage(document, 2), lines.mid(2).join(' ') + "\n");
    }

    void aScannedPageThatLiesOnItsSideIsRead_data()
    {
        QTest::addColumn<int>("degrees");
        QTest::newRow("left") << 270;
        QTest::newRow("right") << 90;
        QTest::newRow("upside down") << 180;
    }
    void aScannedPageThatLiesOnItsSideIsRead()
    {
        QFETCH(int, degrees);
        const QImage turned = scanned(lines, title).transformed(QTransform().rotate(degrees));

        const Document document = services::readDocument(
            writePdf({turned}, degrees == 180 ? QSize(420, 595) : QSize(595, 420)), {}, reader());

        QCOMPARE(textOf(document), title + "\n\n" + lines.join(' ') + "\n");
        // scanned() draws the first line at (40, 120).
        const auto places
            = findRectangles(document, {document.text.find("Books"), document.text.find(" are")});
        QCOMPARE(int(places.size()), 1);
        const float x = places[0].x + places[0].width / 2, y = places[0].y + places[0].height / 2;
        const QPointF expected = degrees == 270 ? QPointF(115, 420 - 58)
            : degrees == 90                     ? QPointF(595 - 115, 58)
                                                : QPointF(420 - 58, 595 - 115);
        QVERIFY2(std::abs(double(x) - expected.x()) < 6 && std::abs(double(y) - expected.y()) < 6,
            qPrintable(QString("%1, %2").arg(double(x)).arg(double(y))));
    }

    // The page is A5, and scanned() draws its second line at (40, 138), in letters of 12 points.
    void wordsHaveTheirPlaces()
    {
        const Document document
            = services::readDocument(writePdf({scanned(lines, title)}), {}, reader());
        const size_t from = document.text.find("which is at");
        const size_t to = document.text.find("nobody");
        QVERIFY(from != std::string::npos && to != std::string::npos);

        const auto places = findRectangles(document, {from, to - 1});

        QCOMPARE(int(places.size()), 1);
        QVERIFY2(std::abs(places[0].x - 40) < 3, qPrintable(QString::number(places[0].x)));
        QVERIFY2(places[0].y > 124 && places[0].y < 132, qPrintable(QString::number(places[0].y)));
        QVERIFY2(places[0].bottom() > 138 && places[0].bottom() < 144,
            qPrintable(QString::number(places[0].bottom())));
        QVERIFY(places[0].width > 150 && places[0].right() < 380);
    }

    void smallLettersOfScreensAreRead()
    {
        QImage screen(800, 300, QImage::Format_RGB32);
        screen.fill(QColor(36, 36, 40));
        QPainter painter(&screen);
        painter.setPen(Qt::white);
        QFont font("Noto Sans");
        font.setPixelSize(13);
        painter.setFont(font);
        painter.drawText(20, 60, "The printer is out of paper. Add some and press Continue.");
        painter.end();
        QVERIFY(screen.save(path("screen.png")));

        const Document document = services::readDocument(path("screen.png"), {}, reader());

        QCOMPARE(textOf(document),
            QString("The printer is out of paper. Add some and press Continue.\n"));
    }

    void severalLanguagesAreReadAtOnce()
    {
        const services::TextLanguages installed
            = services::textLanguagesIn(services::standardTextLanguages().folder, {"deu"});
        if (!installed.names.contains("deu"))
            QSKIP("There are no German language data (Debian: tesseract-ocr-deu).");
        QVERIFY(scanned(lines + germanLines).save(path("both.png")));

        const Document document
            = services::readDocument(path("both.png"), {}, reader({"deu", "eng"}));

        for (const QString& line : lines.first(1) + germanLines)
            QVERIFY2(textOf(document).simplified().contains(line), document.text.c_str());
    }

    void everyPageOfATiffIsRead()
    {
        QFile file(path("pages.tif"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(tiffOf({scanned(lines.first(2)), scanned(lines.mid(2))}));
        file.close();

        const Document document = services::readDocument(file.fileName(), {}, reader());

        QCOMPARE(int(document.pages.size()), 2);
        QCOMPARE(textOfPage(document, 0), lines.first(2).join(' ') + "\n");
        QCOMPARE(textOfPage(document, 1), lines.mid(2).join(' ') + "\n");
    }

    void whatHoldsNoTextSaysSo()
    {
        QImage photograph(600, 400, QImage::Format_RGB32);
        for (int y = 0; y < photograph.height(); ++y)
            for (int x = 0; x < photograph.width(); ++x)
                photograph.setPixelColor(
                    x, y, QColor::fromHsv((x + y) % 360, 90, 120 + int(60 * std::sin(x * 0.02))));
        QVERIFY(photograph.save(path("photograph.jpg")));

        QVERIFY(sentenceOf(path("photograph.jpg"), reader()).contains("contains no text"));
    }

    void withoutLanguageDataThatIsSaid()
    {
        QVERIFY(scanned(lines).save(path("page.png")));
        services::ReaderProcess without = reader();
        without.languages = services::textLanguagesIn(m_folder.path(), {"eng"});
        QVERIFY(without.languages.names.isEmpty());

        for (const QString& file : {path("page.png"), writePdf({scanned(lines)})})
            QVERIFY2(sentenceOf(file, without).contains("tesseract-ocr-eng"),
                qPrintable(sentenceOf(file, without)));
        const Document document
            = services::readDocument(writePdf({{}, scanned(lines)}), {}, without);
        QCOMPARE(textOf(document).simplified(), QString("This page was written, not scanned."));
    }

    void brokenLanguageDataAreAsNone()
    {
        QVERIFY(scanned(lines).save(path("page.png")));
        QFile data(path("eng.traineddata"));
        QVERIFY(data.open(QIODevice::WriteOnly));
        data.write(QByteArray(100'000, 'x'));
        data.close();
        services::ReaderProcess broken = reader();
        broken.languages.folder = m_folder.path();

        QVERIFY2(sentenceOf(path("page.png"), broken).contains("language data"),
            qPrintable(sentenceOf(path("page.png"), broken)));
        data.remove();
    }

    void languagesAreChosenAmongThoseInstalled()
    {
        const auto chosen = [](const QStringList& installed, const QStringList& wanted) {
            const QTemporaryDir folder;
            for (const QString& name : installed)
                if (QFile file(folder.filePath(name + ".traineddata"));
                    !file.open(QIODevice::WriteOnly))
                    return QString("no file");
            return services::textLanguagesIn(folder.path(), wanted).names.join('+');
        };

        QCOMPARE(chosen({"eng", "osd"}, {"deu"}), QString("eng"));
        QCOMPARE(chosen({"deu", "eng", "osd"}, {"deu"}), QString("deu+eng"));
        QCOMPARE(chosen({"deu", "eng"}, {}), QString("eng+deu"));
        QCOMPARE(
            chosen({"afr", "ara", "deu", "eng", "fra"}, {"fra", "deu"}), QString("fra+deu+eng"));
        QCOMPARE(chosen({"jpn"}, {"deu"}), QString("jpn"));
        QCOMPARE(chosen({"osd"}, {"deu"}), QString());
    }

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }

    // A page for each image, A5 unless it is of another size; one with written text for each null one.
    QString writePdf(const QList<QImage>& pages, QSize size = {420, 595})
    {
        const QString name = path("scan.pdf");
        QPdfWriter writer(name);
        writer.setPageSize(QPageSize(QSizeF(size), QPageSize::Point));
        writer.setPageMargins({});
        writer.setResolution(72);
        QPainter painter(&writer);
        for (int page = 0; page < pages.size(); ++page) {
            if (page > 0)
                writer.newPage();
            if (pages[page].isNull())
                painter.drawText(40, 80, "This page was written, not scanned.");
            else
                painter.drawImage(QRectF({0, 0}, QSizeF(size)), pages[page]);
        }
        return name;
    }

    static QString textOfPage(const Document& document, size_t page)
    {
        const services::ByteRange bytes = document.pages[page].bytes;
        return QString::fromStdString(document.text.substr(bytes.from, bytes.size()));
    }

    static QString sentenceOf(const QString& path, const services::ReaderProcess& process)
    {
        try {
            return "was read: " + textOf(services::readDocument(path, {}, process));
        } catch (const base::Error& error) {
            return QString::fromUtf8(error.what());
        }
    }

    QTemporaryDir m_folder;
};

TESTS(ReadPicturesTest, QGuiApplication);
#include "read_pictures_test.moc"
