#include "base/error.h"
#include "services/documents/page_picture.h"
#include "tests/support/documents.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <limits>

namespace {

QString binary(const QString& name)
{
    return qEnvironmentVariable("VIGNETTE_BIN") + '/' + name;
}

services::ReaderProcess drawer()
{
    services::ReaderProcess process = services::pageDrawer();
    process.program = binary("vignette-reader");
    return process;
}

QString sentenceOf(
    const QString& path, int page = 1, const services::ReaderProcess& process = drawer())
{
    try {
        services::readPagePicture(path, page, 400, process);
        return {};
    } catch (const base::Error& error) {
        return QString::fromUtf8(error.what());
    }
}

// The part of the pixels that is darker than gray.
double inkIn(const QImage& image, const QRect& place)
{
    int dark = 0;
    for (int y = place.top(); y <= place.bottom(); ++y)
        for (int x = place.left(); x <= place.right(); ++x)
            dark += qGray(image.pixel(x, y)) < 128;
    return double(dark) / place.width() / place.height();
}

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

std::string pictureOf(services::PageHead head)
{
    return services::encoded(head) + std::string(size_t(head.width) * head.height * 4, '\x7f');
}

} // namespace

// A page of a PDF as an image, drawn where the file can do no harm.
class PagePictureTest : public QObject {
    Q_OBJECT

private slots:
    // None of its fonts is in the file.
    void lettersStandWhereTheReaderSaysTheyDo()
    {
        const QString path = m_documents.path("two_columns.pdf");
        services::ReaderProcess reader;
        reader.program = binary("vignette-reader");
        const services::Document document = services::readDocument(path, {}, reader);

        const services::PagePicture picture = services::readPagePicture(path, 1, 1190, drawer());

        QCOMPARE(picture.pageCount, int(document.pages.size()));
        QCOMPARE(picture.size, QSizeF(595, 842));
        QCOMPARE(picture.image.size(), QSize(1190, 1684));
        QCOMPARE(inkIn(picture.image, QRect(0, 0, 1190, 60)), 0.0);
        QCOMPARE(picture.image.pixel(0, 0), qRgb(255, 255, 255));
        int lines = 0;
        for (size_t block = 0; block < document.pages[0].blockCount; ++block)
            for (const services::PlacedRange& line : document.blocks[block].places) {
                const services::Rectangle& place = line.place;
                const QRectF pixels(double(place.x) * 2, double(place.y) * 2,
                    double(place.width) * 2, double(place.height) * 2);
                const double ink = inkIn(picture.image, pixels.toAlignedRect());
                QVERIFY2(ink > 0.05 && ink < 0.6, qPrintable(QString::number(ink)));
                ++lines;
            }
        QVERIFY2(lines > 10, qPrintable(QString::number(lines)));
    }

    void itIsAsWideAsWishedWithinLimits()
    {
        const QString path = m_documents.path("two_columns.pdf");

        QCOMPARE(services::readPagePicture(path, 1, 333, drawer()).image.width(), 333);
        QCOMPARE(services::readPagePicture(path, 1, -5, drawer()).image.size(), QSize(1, 1));
        const QImage largest = services::readPagePicture(path, 1, 2'000'000'000, drawer()).image;
        QVERIFY(quint64(largest.width()) * quint64(largest.height()) <= services::mostPagePixels);
        QVERIFY(largest.width() > 3000);
    }

    void aPageThatIsNotThereIsSaid()
    {
        const QString path = m_documents.path("chapters.pdf");

        const int count = services::readPagePicture(path, 1, 50, drawer()).pageCount;

        QVERIFY(sentenceOf(path, count).isEmpty());
        for (const int page : {count + 1, 0, -7, std::numeric_limits<int>::max()}) {
            const QString sentence = sentenceOf(path, page);
            QVERIFY2(sentence.contains(QStringLiteral("has no page %1").arg(page))
                    && sentence.contains(QStringLiteral("page is %1.").arg(count)),
                qPrintable(sentence));
        }
    }

    void eachOtherFileIsRefusedInOneSentence_data()
    {
        QTest::addColumn<QString>("words");
        QTest::newRow("plan.md") << "isn't a PDF";
        QTest::newRow("letter.docx") << "isn't a PDF";
        QTest::newRow("hostile/noise.docx") << "is damaged";
        QTest::newRow("hostile/empty.pdf") << "is empty";
        QTest::newRow("hostile/locked.pdf") << "password-protected";
        QTest::newRow("hostile/head_only.pdf") << "is damaged";
        QTest::newRow("hostile/cut.pdf") << "is damaged";
        QTest::newRow("hostile/cycle.pdf") << "is damaged";
        QTest::newRow("hostile") << "is a folder";
        QTest::newRow("nobody.pdf") << "can't be read";
    }
    void eachOtherFileIsRefusedInOneSentence()
    {
        QFETCH(QString, words);
        const QString name = QTest::currentDataTag();

        const QString sentence = sentenceOf(m_documents.path(name));

        QVERIFY2(sentence.contains(words), qPrintable(sentence));
        QVERIFY(sentence.startsWith("“" + QFileInfo(name).fileName() + "”"));
        QCOMPARE(sentence.count(u'\n'), 0);
    }

    void aPageOfOddSizeIsDrawnWithinLimits_data()
    {
        QTest::addColumn<QByteArray>("box");
        QTest::newRow("a strip") << QByteArray("0 0 100000 1");
        QTest::newRow("a tower") << QByteArray("0 0 1 100000");
        QTest::newRow("endless") << QByteArray("0 0 1e30 1e30");
        QTest::newRow("turned inside out") << QByteArray("595 842 0 0");
        QTest::newRow("nothing") << QByteArray("0 0 0 0");
    }
    void aPageOfOddSizeIsDrawnWithinLimits()
    {
        QFETCH(QByteArray, box);
        QFile whole(m_documents.path("two_columns.pdf"));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        QFile odd(m_documents.path("odd.pdf"));
        QVERIFY(odd.open(QIODevice::WriteOnly));
        odd.write(whole.readAll().replace("[0 0 595 842]", '[' + box + ']'));
        odd.close();

        const QImage image
            = services::readPagePicture(odd.fileName(), 1, 1'000'000, drawer()).image;

        QVERIFY(!image.isNull());
        QVERIFY(image.width() <= int(services::mostPageSide));
        QVERIFY(image.height() <= int(services::mostPageSide));
        QVERIFY(quint64(image.width()) * quint64(image.height()) <= services::mostPagePixels);
    }

    void aFileCutAnywhereIsDrawnOrRefused()
    {
        QFile whole(m_documents.path("two_columns.pdf"));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const QByteArray bytes = whole.readAll();
        constexpr int cuts = 12;
        for (int cut = 1; cut < cuts; ++cut) {
            QFile file(m_documents.path("cut.pdf"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes.first(bytes.size() * cut / cuts));
            file.close();

            const QString sentence = sentenceOf(file.fileName());

            QVERIFY2(!sentence.contains("the reader crashed"), qPrintable(sentence));
        }
    }

    void aReaderThatWasTakenOverIsEnded_data()
    {
        QTest::addColumn<QString>("words");
        for (const char* what : {"socket", "write a file", "nothing", "nonsense", "crash", "much"})
            QTest::newRow(what) << "couldn't be read";
        QTest::newRow("loop") << "takes too long";
    }
    void aReaderThatWasTakenOverIsEnded()
    {
        QFETCH(QString, words);
        QFile file(m_documents.path("document"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QTest::currentDataTag());
        file.close();
        services::ReaderProcess process = drawer();
        process.program = VIGNETTE_MISBEHAVING_READER;
        process.time = process.longest = std::chrono::seconds(words.contains("long") ? 1 : 60);

        const QString sentence = sentenceOf(file.fileName(), 1, process);

        QVERIFY2(sentence.contains(words), qPrintable(sentence));
        QVERIFY(!QFile::exists("/tmp/vignette-misbehaved"));
    }

    void onlyFontsAreOpenedBehindItsWalls()
    {
        if (QStandardPaths::findExecutable("strace").isEmpty())
            QSKIP("strace is not installed.");
        QProcess strace;
        strace.setStandardInputFile(m_documents.path("two_columns.pdf"));
        const QString command = QStringLiteral("exec strace -e trace=all '%1' 1 200 3<&0 | wc -c")
                                    .arg(binary("vignette-reader"));
        strace.start("sh", {"-c", command});
        QVERIFY(strace.waitForFinished());
        const QStringList calls
            = QString::fromUtf8(strace.readAllStandardError()).split('\n', Qt::SkipEmptyParts);
        if (calls.join(' ').contains("ptrace"))
            QSKIP("This system lets nobody be traced.");
        QCOMPARE(strace.readAllStandardOutput().trimmed(),
            QByteArray::number(4 + qsizetype(sizeof(services::PageHead)) + 200 * 283 * 4));

        qsizetype wall = -1, tries = 0;
        for (qsizetype call = 0; call < calls.size(); ++call) {
            if (calls[call].startsWith("seccomp(") && calls[call].contains("= 0"))
                wall = call;
            const bool isAfter = wall >= 0 && call > wall;
            if (isAfter && calls[call].startsWith("open")) {
                ++tries;
                QVERIFY2(
                    calls[call].contains("\"/usr/share/fonts/") && calls[call].contains("O_RDONLY"),
                    qPrintable(calls[call]));
            }
        }
        QVERIFY(wall >= 0);
        QVERIFY(tries > 0);
    }

    void whatIsWrittenIsTaken()
    {
        const services::PageHead head{
            .pageCount = 3, .pointsWidth = 10, .pointsHeight = 20, .width = 5, .height = 10};
        const std::string bytes = pictureOf(head);
        for (const size_t piece : {size_t(1), size_t(7), bytes.size()}) {
            services::PageStream stream;
            for (size_t at = 0; at < bytes.size(); at += piece) {
                QVERIFY(!stream.isComplete());
                stream.take(bytesOf(bytes.substr(at, piece)));
            }

            QVERIFY(stream.isComplete());
            QCOMPARE(stream.head().pageCount, 3U);
            const QImage image = stream.takeImage();
            QCOMPARE(image.size(), QSize(5, 10));
            QCOMPARE(image.pixel(4, 9), qRgb(0x7f, 0x7f, 0x7f));
        }
    }

    void whatNoReaderMayWriteIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto add = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes);
        };
        const services::PageHead good{.pageCount = 1, .width = 2, .height = 2};
        const auto changed = [&good](auto change) {
            services::PageHead head = good;
            change(head);
            return services::encoded(head);
        };
        add("another beginning", "VGD1" + services::encoded(good).substr(4));
        add("too much", pictureOf(good) + 'x');
        add("too wide", changed([](auto& head) { head.width = services::mostPageSide + 1; }));
        add("too many pixels", changed([](auto& head) { head.width = head.height = 8000; }));
        add("no height", changed([](auto& head) { head.height = 0; }));
        add("a fault that does not exist", changed([](auto& head) { head.fault = 1000; }));
        add("pages without end", changed([](auto& head) { head.pageCount = 0xFFFFFFFF; }));
        add("no number", changed([](auto& head) {
            head.pointsWidth = std::numeric_limits<float>::quiet_NaN();
        }));
    }
    void whatNoReaderMayWriteIsRefused()
    {
        QFETCH(QByteArray, bytes);
        services::PageStream stream;

        QVERIFY_THROWS_EXCEPTION(base::Error, stream.take(bytesOf(bytes.toStdString())));
    }

private:
    tests::MadeUpDocuments m_documents;
};

TESTS(PagePictureTest, QCoreApplication);
#include "page_picture_test.moc"
