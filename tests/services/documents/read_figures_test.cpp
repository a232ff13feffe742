#include "base/error.h"
#include "services/documents/figures.h"
#include "services/documents/page_picture.h"
#include "services/documents/passages/split_document.h"
#include "tests/support/documents.h"
#include "tests/support/test_program.h"

#include <QBuffer>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using services::BlockKind;
using services::Document;
using services::FigureName;

namespace {

services::ReaderProcess reader(services::ReaderProcess process = {})
{
    process.program = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
    return process;
}

QImage figureOf(const QString& path, const FigureName& figure, int width = 400)
{
    return services::readFigure(path, figure, width, reader(services::pageDrawer()));
}

QString messageOf(const QString& path, const FigureName& figure)
{
    try {
        figureOf(path, figure);
        return {};
    } catch (const base::Error& error) {
        return QString::fromUtf8(error.what());
    }
}

std::vector<services::Block> figuresOf(const Document& document)
{
    std::vector<services::Block> figures;
    std::ranges::copy_if(document.blocks, std::back_inserter(figures),
        [](const services::Block& block) { return block.kind == BlockKind::Figure; });
    return figures;
}

bool isRed(QColor color)
{
    return color.red() > 180 && color.green() < 80 && color.blue() < 80;
}

bool isBlue(QColor color)
{
    return color.blue() > 180 && color.green() < 80 && color.red() < 80;
}

bool isFlag(const QImage& image)
{
    const int y = image.height() / 2;
    return !image.isNull() && isRed(image.pixelColor(image.width() / 4, y))
        && isBlue(image.pixelColor(image.width() * 3 / 4, y));
}

// A page of HTML that contains an image.
QByteArray pageWith(const QImage& image)
{
    QByteArray file;
    QBuffer buffer(&file);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return "<html><body><p>Before</p><img src='data:image/png;base64," + file.toBase64()
        + "'><p>Behind</p></body></html>";
}

} // namespace

// Images and drawings in documents: where they stand in the text, and how they look.
class ReadFiguresTest : public QObject {
    Q_OBJECT

private slots:
    void everyFormatTellsItsFigures_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("figures.docx")
            << "It is raised at dawn.\n\n[Image 1] Red and blue\n\nFigure 1: The flag of the "
               "harbor\n\nIt means danger.\n\nA drawing of another program\n";
        QTest::newRow("figures.pptx")
            << "Above the flag\n\n[Image 1] Red and blue\n\nBelow the flag\n\n"
               "The flag again, and another one\n\n[Image 1] Red and blue\n";
        QTest::newRow("figures.odt")
            << "It is raised at dawn.\n\n[Image 1] Red and blue\n\nFigure 1: The flag of the "
               "harbor\n\nDanger\n\nRed and blue\n";
        QTest::newRow("figures.odp")
            << "Above the flag\n\n[Image 1] Red and blue\n\nBelow the flag\n";
        for (const char* name : {"figures.html", "figures.epub"})
            QTest::newRow(name)
                << "It is raised at dawn.\n\n[Image 1] Red and blue\n\nFigure 1: The flag of the "
                   "harbor\n\nIt means danger.\n\nElsewhere\n";
        QTest::newRow("figures.eml")
            << "Flags\n\nFrom: a@example.org\n\nIt is raised at dawn.\n\n[Image 1] Red and "
               "blue\n\nFigure 1: The flag of the harbor\n\nIt means danger.\n\nElsewhere\n\n"
               "Attachment: other.png\n\n[Image 2]\n";
        QTest::newRow("figures.mht")
            << "Flags\n\nFrom: a@example.org\n\nIt is raised at dawn.\n\n[Image 1] Red and "
               "blue\n\nFigure 1: The flag of the harbor\n\nIt means danger.\n\nElsewhere\n";
        QTest::newRow("figures.fodt")
            << "It is raised at dawn.\n\n[Image 1] Red and blue\n\nFigure 1: The flag of the "
               "harbor\n";
        QTest::newRow("figures.fodp") << "[Image 1] Red and blue\n";
        QTest::newRow("drawings.html")
            << "1\n\n[Image 1]\n\n2\n\n[Image 2]\n\n3\n\nDrawing that can't be shown (EMF)\n\n"
               "4\n\nWiring Pump P1\n\n5\n";
        const QString prose
            = "The harbor master raises the flag at dawn and takes it down at dusk. "
              "Ships in the harbor answer with theirs, and boats keep away from the "
              "pier.\n";
        QTest::newRow("figures.pdf") << prose
                + "\n[Image 2]\n\nFigure 1: The flag of the harbor\n\n" + prose + '\n' + prose
                + "\n[Image 2]\n\nFig. 2. Ships per month\n\nMarch June\n\n" + prose + '\n' + prose
                + "\ncell 0 of col 0 | cell 0 of col 1 | cell 0 of col 2\n"
                  "cell 1 of col 0 | cell 1 of col 1 | cell 1 of col 2\n"
                  "cell 2 of col 0 | cell 2 of col 1 | cell 2 of col 2\n"
                  "cell 3 of col 0 | cell 3 of col 1 | cell 3 of col 2\n"
                  "cell 4 of col 0 | cell 4 of col 1 | cell 4 of col 2\n"
                  "cell 5 of col 0 | cell 5 of col 1 | cell 5 of col 2\n\n"
                + prose;
    }
    void everyFormatTellsItsFigures()
    {
        QFETCH(QString, text);
        const Document document
            = services::readDocument(path(QTest::currentDataTag()), {}, reader());

        QCOMPARE(QString::fromStdString(document.text), text);
        for (const services::Block& figure : figuresOf(document))
            QVERIFY(document.text.substr(figure.bytes.from).starts_with("[Image "));
    }

    void aFigureLooksAsInItsDocument_data()
    {
        QTest::addColumn<int>("page");
        QTest::addColumn<int>("number");
        for (const char* name : {"figures.docx", "figures.odt", "figures.html", "figures.epub",
                 "figures.eml", "figures.mht", "figures.fodt", "drawings.html"})
            QTest::newRow(name) << 0 << 1;
        for (const char* name : {"figures.pptx", "figures.odp", "figures.fodp"})
            QTest::newRow(name) << 1 << 1;
        QTest::newRow("figures.pdf") << 1 << 2;
    }
    void aFigureLooksAsInItsDocument()
    {
        QFETCH(int, page);
        QFETCH(int, number);

        const QImage image = figureOf(path(QTest::currentDataTag()), {page, number});
        QVERIFY(isFlag(image));
        QVERIFY(std::abs(image.width() - image.height() * 4. / 3) < 0.12 * image.width());

        const QImage small = figureOf(path(QTest::currentDataTag()), {page, number}, 50);
        QVERIFY(isFlag(small));
        QVERIFY(small.width() <= 50);
    }

    // On a slide, another image has the next number.
    void figuresAreCountedByPage()
    {
        const QImage image = figureOf(path("figures.pptx"), {2, 1});
        QCOMPARE(image.size(), QSize(120, 160));
        QVERIFY(image.pixelColor(60, 80).green() > 180);
    }

    void aFigureOfAPdfHasItsPlace()
    {
        const Document document = services::readDocument(path("figures.pdf"), {}, reader());
        const auto figures = figuresOf(document);
        QCOMPARE(figures.size(), size_t(2));
        const services::Rectangle flag = figures[0].places.at(0).place;
        const services::Rectangle chart = figures[1].places.at(0).place;
        const auto isNear
            = [](float found, float expected) { return std::abs(found - expected) < 5; };
        QVERIFY(isNear(flag.x, 72) && isNear(flag.y, 170));
        QVERIFY(isNear(flag.right(), 272) && isNear(flag.bottom(), 310));
        QVERIFY(isNear(chart.x, 150) && isNear(chart.right(), 400));
        QVERIFY(isNear(chart.y, 842 - 500) && isNear(chart.bottom(), 507)); // with its labels
    }

    // The passage that names a figure shows it.
    void aFigureStaysWithItsCaption()
    {
        const Document document = services::readDocument(path("figures.pdf"), {}, reader());
        services::PassageSize size;
        size.usual = 40;
        bool isFound = false;
        for (const services::Passage& passage : services::splitDocument(document, size)) {
            const bool hasCaption = passage.text.find("Figure 1:") != std::string::npos;
            isFound = isFound || hasCaption;
            if (hasCaption)
                QCOMPARE(services::figuresMarkedIn(passage.text, 5), std::vector<int>{2});
        }
        QVERIFY(isFound);
    }

    void wordsInAFigureAreRead()
    {
        if (services::standardTextLanguages().names.isEmpty())
            QSKIP("There are no language data of Tesseract.");
        QImage image(600, 200, QImage::Format_RGB888);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setFont(QFont("DejaVu Sans", 30));
        painter.drawText(image.rect(), Qt::AlignCenter, "Relief valve opens");
        painter.end();

        const Document document
            = services::readDocument(write("words.html", pageWith(image)), {}, reader());

        QCOMPARE(QString::fromStdString(document.text),
            QString("Before\n\n[Image 1]\nRelief valve opens\n\nBehind\n"));
    }

    void whatIsMissingOrDamagedIsSaid()
    {
        QVERIFY(messageOf(path("figures.docx"), {0, 2}).contains("no longer contains"));
        QVERIFY(messageOf(path("figures.docx"), {1, 1}).contains("no longer contains"));
        QVERIFY(messageOf(path("figures.pdf"), {4, 1}).contains("no longer contains"));
        QVERIFY(messageOf(path("figures.pdf"), {1, 4}).contains("no longer contains"));
        QVERIFY(messageOf(path("figures.pdf"), {-1, -1}).contains("no longer contains"));
        QVERIFY(messageOf(path("../russian.txt"), {0, 1}).contains("no longer contains"));
        // It says that it is larger than images may be, and has no pixels.
        QImage image(100, 100, QImage::Format_RGB888);
        image.fill(Qt::red);
        QByteArray page = pageWith(image);
        const QByteArray head = QByteArray::fromHex("0000000d49484452");
        QByteArray file = QByteArray::fromBase64(page.mid(page.indexOf("64,") + 3));
        file.replace(file.indexOf(head) + 8, 8, QByteArray::fromHex("0000ffff0000ffff"));
        const QString huge = write(
            "huge.html", "<p>Before</p><img src='data:image/png;base64," + file.toBase64() + "'>");
        QCOMPARE(QString::fromStdString(services::readDocument(huge, {}, reader()).text),
            QString("Before\n\n[Image 1]\n"));
        QVERIFY(messageOf(huge, {0, 1}).contains("damaged"));
    }

    void marksAreNumbersInBrackets()
    {
        QCOMPARE(services::figureMark(12), std::string("[Image 12]"));
        QCOMPARE(services::figuresMarkedIn("a [Image 12] b [Image 3][Image 12]", 5),
            (std::vector<int>{12, 3}));
        QCOMPARE(services::figuresMarkedIn("[Image 1][Image 2]", 1), std::vector<int>{1});
        for (const char* text : {"", "[Image ", "[Image 0]", "[Image -1]", "[Image 1", "[Image 1a]",
                 "[Image 99999999999999]", "[Image 10001]", "Image 1"})
            QVERIFY(services::figuresMarkedIn(text, 5).empty());
    }

private:
    QString path(const QString& name) { return m_documents.path("figures/" + name); }

    QString write(const QString& name, const QByteArray& content)
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("the file cannot be written");
        return path;
    }

    tests::MadeUpDocuments m_documents;
    QTemporaryDir m_folder;
};

TESTS(ReadFiguresTest, QGuiApplication);
#include "read_figures_test.moc"
