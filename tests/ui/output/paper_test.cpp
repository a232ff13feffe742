#include "services/documents/page_picture.h"
#include "tests/support/fixtures.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"
#include "tests/ui/output/output_support.h"
#include "ui/output/paper.h"

#include <QGuiApplication>
#include <QPalette>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using services::Message;
using tests::answer;
using tests::question;

namespace {

QString readerProgram()
{
    return qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
}

} // namespace

/// A conversation on paper.
class PaperTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void theTextIsThereInItsOrder()
    {
        QList<Message> messages;
        for (int turn = 0; turn < 20; ++turn)
            messages << question(QStringLiteral("Question number %1?").arg(turn))
                     << answer(QStringLiteral("## Heading %1\n\nAnswer %1.\n\n- one\n- two\n\n"
                                              "```c\nint x%1 = 1;\n```")
                                   .arg(turn));

        const services::Document document = read({"Twenty turns", messages});

        QVERIFY(document.pages.size() > 1);
        for (const char* part : {"Twenty turns", "Question number 0?", "Answer 19.", "int x7 = 1;"})
            QVERIFY2(document.text.find(part) != std::string::npos, part);
        // Every message begins on some page and in its order.
        QVERIFY(document.text.find("Answer 3.") < document.text.find("Answer 4."));
    }

    // Readers leave out what is at the foot of every page, so there is only one here.
    void aPageHasItsNumber()
    {
        QVERIFY(read({"A page", {question("?")}}).text.find("Page 1") != std::string::npos);
    }

    void aLongMessageGoesOnOnTheNextPage()
    {
        const services::Document document
            = read({"", {answer(QStringLiteral("line of a list\n\n").repeated(200) + "the end")}});

        QVERIFY(document.pages.size() >= 3);
        QVERIFY(document.text.find("the end") != std::string::npos);
    }

    // The colors of the window have no influence, and files that a text names aren't opened.
    void itIsDarkOnWhite()
    {
        const QPalette before = QGuiApplication::palette();
        QPalette dark;
        dark.setColor(QPalette::Text, Qt::white);
        dark.setColor(QPalette::WindowText, Qt::white);
        dark.setColor(QPalette::Base, Qt::black);
        QGuiApplication::setPalette(dark);
        const QString path = write({"", {question("MMMMMMMM"), answer("WWWWWWWWWWWW")}});
        QGuiApplication::setPalette(before);

        services::ReaderProcess drawer = services::pageDrawer();
        drawer.program = readerProgram();
        const QImage page = services::readPagePicture(path, 1, 600, drawer).image;

        int darkPixels = 0;
        for (int y = 0; y < page.height(); ++y)
            for (int x = 0; x < page.width(); ++x)
                darkPixels += qGray(page.pixel(x, y)) < 60;
        QCOMPARE(page.pixelColor(2, 2), QColor(Qt::white));
        QVERIFY(darkPixels > 100);
        QVERIFY(darkPixels < page.width() * page.height() / 10);
    }

    void imagesAndFormulasAreDrawn()
    {
        services::Picture picture;
        picture.image = QImage(300, 200, QImage::Format_RGB888);
        picture.image.fill(Qt::red);
        Message asked = question("?");
        asked.pictures = {picture};
        const QString path = write({"",
            {asked,
                answer(
                    "Is $\\frac{a}{b}$ it?\n\n$$\\sum_{i=1}^{n} x_i$$\n\n<img src=\"image:0\">")}});

        services::ReaderProcess drawer = services::pageDrawer();
        drawer.program = readerProgram();
        const QImage page = services::readPagePicture(path, 1, 600, drawer).image;

        int red = 0;
        for (int y = 0; y < page.height(); ++y)
            for (int x = 0; x < page.width(); ++x)
                red += page.pixelColor(x, y) == QColor(Qt::red);
        // 300 × 200 pixels of 1/96 inch on a page of 600 pixels, once.
        const double expected = 300 * 200 * std::pow(page.width() / (8.27 * 96), 2);
        QVERIFY2(red > expected * 0.8 && red < expected * 1.2, qPrintable(QString::number(red)));
    }

    void itCanBeStopped()
    {
        std::stop_source stop;
        stop.request_stop();

        QVERIFY_EXCEPTION_THROWN(
            ui::toPdf({"", {question("a")}}, {{}, stop.get_token()}), base::Error);
    }

private:
    QString write(const ui::OutputContents& contents)
    {
        const QString path = m_folder.filePath("page.pdf");
        tests::writeFile(path, ui::toPdf(contents));
        return path;
    }

    services::Document read(const ui::OutputContents& contents)
    {
        services::ReaderProcess process;
        process.program = readerProgram();
        return services::readDocument(write(contents), {}, process);
    }

    QTemporaryDir m_folder;
};

TESTS(PaperTest, QGuiApplication);
#include "paper_test.moc"
