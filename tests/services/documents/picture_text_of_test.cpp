#include "services/documents/picture_texts.h"
#include "tests/support/fixtures.h"
#include "tests/support/program.h"
#include "tests/support/receipt.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QGuiApplication>
#include <QPainter>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

using services::Picture;
using services::PictureText;
using services::PictureTexts;
using services::PictureWord;

namespace {

services::ReaderProcess reader()
{
    services::ReaderProcess process = services::pictureTextReader();
    process.program = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
    return process;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The processes of readers whose system calls are filtered, which this program has started.
QStringList readersInSandbox()
{
    QStringList found;
    for (const QString& task : QDir("/proc/self/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        for (const QByteArray& child :
            contentOf("/proc/self/task/" + task + "/children").simplified().split(' '))
            if (contentOf("/proc/" + child + "/comm").startsWith("vignette-reader")
                && contentOf("/proc/" + child + "/status").contains("Seccomp:\t2"))
                found << QString::fromLatin1(child);
    return found;
}

} // namespace

// Text in images of every format that can be shown, word by word.
class PictureTextOfTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (services::standardTextLanguages().names.isEmpty())
            QSKIP("There are no language data of Tesseract (Debian: tesseract-ocr-eng).");
    }

    void aReceiptIsReadLineByLine()
    {
        const PictureText text
            = readPictureText(services::makePicture(tests::receipt(), "receipt.png"), reader());

        QCOMPARE(text.text().split('\n', Qt::SkipEmptyParts), tests::receiptLines);
    }

    // Letters next to it are not marked with a word.
    void everyWordHasItsOwnPlace()
    {
        const QImage receipt = tests::receipt();
        const PictureText text = readPictureText(services::makePicture(receipt, {}), reader());

        for (const PictureWord& word : text.words) {
            const QRectF wanted = tests::receiptWord(word.text);
            const double left = word.place.left() * receipt.width();
            const double right = word.place.right() * receipt.width();
            const double middle = word.place.center().y() * receipt.height();
            QVERIFY2(std::abs(left - wanted.left()) < 4 && std::abs(right - wanted.right()) < 4,
                qPrintable(word.text));
            QVERIFY2(middle > wanted.top() && middle < wanted.bottom(), qPrintable(word.text));
        }
    }

    // Large screens are read in two parts at the same time.
    void columnsOfALargeScreenStayTogether()
    {
        QImage screen(1600, 900, QImage::Format_RGB888);
        screen.fill(Qt::white);
        QPainter painter(&screen);
        QFont font("DejaVu Sans");
        font.setPixelSize(18);
        painter.setFont(font);
        const QStringList words = QString("lighthouse keepers wrote every evening about ships "
                                          "and weather while their gardens grew slowly")
                                      .split(' ');
        QStringList lines;
        for (const int left : {60, 900})
            for (int line = 0; line < 25; ++line) {
                QStringList written{left == 60 ? "Harbor" : "Garden"};
                for (int word = 0; word < 6; ++word)
                    written << words[(3 * line + word * (1 + line % 4)) % words.size()];
                lines << written.join(' ');
                painter.drawText(left, 50 + 34 * line, lines.last());
            }
        painter.end();

        const PictureText text = readPictureText(services::makePicture(screen, {}), reader());

        QStringList read = text.text().remove('.').split('\n', Qt::SkipEmptyParts);
        QCOMPARE(read, lines);
        for (qsizetype line = 0; line < lines.size(); ++line) {
            const QRectF place = text.words[7 * line].place;
            const auto baseline = double(50 + 34 * (line % 25));
            QVERIFY(place.top() * 900 < baseline && place.bottom() * 900 >= baseline - 2);
            QCOMPARE(place.left() > 0.5, line >= 25);
        }
    }

    // The only words of the lower half, and a number where the screen would be cut.
    void shortWordsInTheMiddleOfALargeScreenAreRead()
    {
        QImage screen(1600, 900, QImage::Format_RGB888);
        screen.fill(Qt::white);
        QPainter painter(&screen);
        QFont font("DejaVu Sans");
        font.setPixelSize(18);
        painter.setFont(font);
        for (int line = 0; line < 10; ++line)
            painter.drawText(60, 50 + 34 * line, QString("Evening ships returned slowly"));
        painter.drawText(60, 457, "Number 42");
        painter.end();

        const PictureText text = readPictureText(services::makePicture(screen, {}), reader());

        QVERIFY2(text.text().contains("Number 42"), qPrintable(text.text()));
        QCOMPARE(text.text().count("Evening"), 10);
    }

    void nothingIsReadInDrawingsAndPhotographs()
    {
        QStringList files;
        QStringList folders{tests::resource("samples")};
        if (const auto fixtures = tests::fixtures())
            folders << QString::fromStdString((*fixtures / "images").string());
        for (const QString& folder : folders)
            for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files))
                if (file.suffix() != "json" && file.suffix() != "safetensors")
                    files << file.filePath();
        files << QString::fromStdString(
            (tests::dataFolder() / "foreign" / "like_a_photograph.jpg").string());
        QVERIFY(files.size() >= 14);
        for (const QString& file : files) {
            const PictureText text = readPictureText(services::decodePictureFile(file), reader());
            QVERIFY2(text.isEmpty(), qPrintable(file + ": " + text.text()));
        }
    }

    // The darker half of the grain must not be taken for ink.
    void littleTextOnGrainyPaperIsRead()
    {
        QImage paper(2444, 1939, QImage::Format_RGB888);
        paper.fill(QColor(236, 236, 236));
        QPainter painter(&paper);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.rotate(0.9);
        painter.setPen(QColor(60, 60, 60));
        QFont font("DejaVu Sans Mono");
        font.setPixelSize(12);
        painter.setFont(font);
        const QString line = "lighthouse keepers wrote every evening about ships and weather while "
                             "their gardens grew slowly";
        painter.drawText(QPointF(40, 120), line);
        painter.drawText(QPointF(40, 180), line);
        painter.end();
        std::mt19937 random(1);
        for (int y = 0; y < paper.height(); ++y)
            for (uchar* value = paper.scanLine(y); value < paper.scanLine(y) + 3 * paper.width();
                 value += 3)
                for (const int grain = int(random() % 37) - 18; const int channel : {0, 1, 2})
                    value[channel] = uchar(std::clamp(value[channel] + grain, 0, 255));

        const PictureText text = readPictureText(services::makePicture(paper, {}), reader());

        const QStringList words = line.split(' ');
        const QString read = text.text();
        QVERIFY2(std::ranges::count_if(words, [&](const QString& word) { return read.contains(word); })
                >= words.size() - 2,
            qPrintable(read));
    }

    void withoutLanguageDataThereIsNone()
    {
        services::ReaderProcess without = reader();
        without.languages = {};

        QVERIFY(readPictureText(services::makePicture(tests::receipt(), {}), without).isEmpty());
    }

    // A process that waits for its image is shut off as it is while it reads.
    void processesThatWaitAreInTheSandbox()
    {
        services::PictureReaders readers(reader());
        readers.warmUp();
        QTRY_COMPARE_WITH_TIMEOUT(readersInSandbox().size(), 2, 60'000);
        const QStringList waiting = readersInSandbox();
        for (const QString& process : waiting) {
            for (const QFileInfo& file : QDir("/proc/" + process + "/fd")
                                             .entryInfoList(QDir::NoDotAndDotDot | QDir::System | QDir::Files))
                QVERIFY2(file.fileName().toInt() <= 3
                        || file.symLinkTarget().endsWith(".traineddata"),
                    qPrintable(file.symLinkTarget()));
            QCOMPARE(contentOf("/proc/" + process + "/environ"), QByteArray());
        }

        const PictureText text
            = readPictureText(services::makePicture(tests::receipt(), {}), readers);

        QCOMPARE(text.text().split('\n', Qt::SkipEmptyParts), tests::receiptLines);
        const QStringList left = readersInSandbox();
        QCOMPARE(left.size(), 1); // each reads one image
        QVERIFY(waiting.contains(left.first()));

        readers.release();
        QTRY_COMPARE(readersInSandbox(), QStringList());
    }

    void aProcessWithoutImageEndsWithItsOwner()
    {
        {
            PictureTexts texts(reader());
            texts.warmUp();
            QTRY_COMPARE_WITH_TIMEOUT(readersInSandbox().size(), 2, 60'000);
        }

        QCOMPARE(readersInSandbox(), QStringList());
    }

    // Requested images are read before those that are only prepared; none is read twice.
    void thoseThatAreWaitedForComeFirst()
    {
        PictureTexts texts(reader());
        const Picture first = services::makePicture(tests::receipt(), "first");
        const Picture prepared
            = services::makePicture(tests::receipt().mirrored(true, true), "second");
        const Picture wanted = services::makePicture(tests::receipt(), "third");
        QStringList done;
        texts.prepare(first);
        texts.prepare(prepared);
        texts.read(prepared, this, [&](const PictureText&) { done << "prepared"; });
        texts.read(first, this, [&](const PictureText& text) {
            done << "first";
            QVERIFY(!text.isEmpty());
        });
        texts.prepare(first);
        texts.read(wanted, this, [&](const PictureText& text) {
            done << "wanted";
            QVERIFY(text.text().contains("14.60"));
        });
        QVERIFY(done.isEmpty());

        QTRY_COMPARE_WITH_TIMEOUT(done, (QStringList{"first", "prepared", "wanted"}), 60'000);
    }

    void nobodyIsToldWhoIsGone()
    {
        PictureTexts texts(reader());
        const Picture picture = services::makePicture(tests::receipt(), {});
        bool isTold = false, isGoneTold = false;
        {
            QObject gone;
            texts.read(picture, &gone, [&](const PictureText&) { isGoneTold = true; });
        }
        texts.read(picture, this, [&](const PictureText&) { isTold = true; });

        QTRY_VERIFY_WITH_TIMEOUT(isTold, 60'000);
        QVERIFY(!isGoneTold);
    }

    void whatCannotBeReadHasNoText()
    {
        services::ReaderProcess broken = reader();
        broken.program = "/bin/false";
        PictureTexts texts(broken);
        std::optional<PictureText> read;
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression("couldn't be read"));
        texts.read(services::makePicture(tests::receipt(), "receipt.png"), this,
            [&](const PictureText& text) { read = text; });

        QTRY_VERIFY(read);
        QVERIFY(read->isEmpty());
    }
};

TESTS(PictureTextOfTest, QGuiApplication);
#include "picture_text_of_test.moc"
