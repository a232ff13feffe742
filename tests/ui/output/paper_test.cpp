#include "services/documents/page_picture.h"
#include "services/pictures/diagram.h"
#include "tests/support/fixtures.h"
#include "tests/support/model_copies.h"
#include "tests/support/offline.h"
#include "tests/support/test_program.h"
#include "tests/ui/output/output_support.h"
#include "ui/output/paper.h"

#include <QBuffer>
#include <QGuiApplication>
#include <QPalette>
#include <QPdfWriter>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

using services::Message;
using tests::answer;
using tests::question;

namespace {

bool isInk(const QImage& page, int x, int y)
{
    return qGray(page.pixel(x, y)) < 160;
}

// The beginning and the end of each line of a page. The parts of letters and formulas are closer.
std::vector<std::pair<int, int>> inkRanges(const QImage& page)
{
    constexpr int gap = 5;
    std::vector<std::pair<int, int>> ranges;
    for (int y = 0; y < page.height(); ++y) {
        bool hasInk = false;
        for (int x = 0; x < page.width() && !hasInk; ++x)
            hasInk = isInk(page, x, y);
        if (hasInk && (ranges.empty() || y - ranges.back().second > gap))
            ranges.emplace_back(y, y);
        if (hasInk)
            ranges.back().second = y + 1;
    }
    return ranges;
}

std::vector<int> inkRows(const QImage& page)
{
    std::vector<int> heights;
    for (const auto& [begin, end] : inkRanges(page))
        heights.push_back(end - begin);
    return heights;
}

// The lowest ink of a column within the area; −1: there is none.
int lastInk(const QImage& page, int x, const QRect& area)
{
    for (int y = area.bottom(); y >= area.top(); --y)
        if (isInk(page, x, y))
            return y;
    return -1;
}

int firstInk(const QImage& page, const QRect& line)
{
    int x = 0;
    while (lastInk(page, x, line) < 0)
        ++x;
    return x;
}

// The lowest ink of twenty columns; −1 if there is none.
int lowestInk(const QImage& page, int begin, const QRect& line)
{
    int last = -1;
    for (int x = begin; x < begin + 20; ++x)
        last = std::max(last, lastInk(page, x, line));
    return last;
}

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

    // The names of the authors are smaller than the text, and headings hardly larger.
    void headingsAreInProportion()
    {
        const QImage names = pageOf({"", {question("E"), answer("E")}});
        const QImage headings = pageOf({"", {answer("E\n\n# E\n\n### E\n\nE")}});
        const std::vector<int> said = inkRows(names), titled = inkRows(headings);

        QCOMPARE(said.size(), 5U); // two names, two texts, the number of the page
        QVERIFY2(said[0] <= said[1] * 1.4, "a name has descenders, but a smaller font");
        QCOMPARE(titled.size(), 6U);
        QVERIFY(titled[2] > titled[1] && titled[2] < titled[1] * 1.8);
        QVERIFY(titled[3] >= titled[1] && titled[3] < titled[1] * 1.4);
    }

    // What stands on the line of its letters ends there, too.
    void formulasStandOnTheBaseline()
    {
        const QImage page = pageOf({"", {answer("HHHHHHHH $H$")}});
        const std::vector<std::pair<int, int>> rows = inkRanges(page);
        const QRect line(0, rows[1].first, page.width(), rows[1].second - rows[1].first);

        int last = 0;
        for (int x = 0; x < page.width(); ++x)
            if (lastInk(page, x, line) >= 0)
                last = x;
        const int inFormula = lowestInk(page, last - 20, line);
        const int inText = lowestInk(page, firstInk(page, line), line);
        QVERIFY2(std::abs(inFormula - inText) <= 1,
            qPrintable(QStringLiteral("%1, %2").arg(inFormula).arg(inText)));
    }

    void linesLeaveRoomBelowTheirFormulas()
    {
        const QString line = "H $\\frac{a}{\\frac{b}{\\frac{c}{d}}}$ H\n\n";
        const std::vector<int> rows = inkRows(pageOf({"", {answer(line + line)}}));

        QCOMPARE(rows.size(), 4U); // the author, two lines that don't touch, the number of the page
        QVERIFY(rows[1] > 2 * rows[3]);
        QVERIFY(std::abs(rows[1] - rows[2]) <= 1);
    }

    void tasksHaveBoxesOnly()
    {
        const services::Document document = read({"", {answer("- [x] done\n- [ ] open\n- plain")}});

        QVERIFY(document.text.find("\u2611") == std::string::npos);
        QVERIFY(document.text.find("done") != std::string::npos);
    }

    void diagramsArePictures()
    {
        if (!services::canDrawDiagram("dot") || !tests::canGoOffline())
            QSKIP("Graphviz isn't installed, or this system permits no user namespaces");
        const services::Document document
            = read({"", {answer("```dot\ndigraph { Ada -> Bob }\n```\n\n```dot\nno graph\n```")}});

        QVERIFY(document.text.find("digraph") == std::string::npos);
        QVERIFY(document.text.find("no graph") != std::string::npos);
    }

    void nothingIsPrintedOfWhatIsStopped()
    {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter printer(&buffer);
        std::stop_source stop;
        const ui::OutputWork work{[&stop](int) { stop.request_stop(); }, stop.get_token()};

        QVERIFY_EXCEPTION_THROWN(
            ui::printOn(printer, {"", {question("a"), answer("b")}}, work), base::Error);
        QVERIFY(buffer.data().isEmpty());

        ui::printOn(printer, {"", {question("a"), answer("b")}});
        QVERIFY(buffer.data().startsWith("%PDF"));
    }

    void bothTimesCountAsProgressOfPrinting()
    {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter printer(&buffer);
        std::vector<int> done;

        ui::printOn(printer, {"", {question("a"), answer("b"), question("c"), answer("d")}},
            {[&done](int messages) { done.push_back(messages); }});

        QCOMPARE(done.size(), size_t(8));
        QVERIFY(std::ranges::is_sorted(done));
        QVERIFY(done[3] <= 2 && done[4] >= 2);
    }

    void itCanBeStoppedWithinAMessage()
    {
        std::stop_source stop;
        const ui::OutputWork work{[&stop](int) { stop.request_stop(); }, stop.get_token()};

        QVERIFY_EXCEPTION_THROWN(ui::toPdf({"", {answer("b")}}, work), base::Error);
    }

    void itCanBeStopped()
    {
        std::stop_source stop;
        stop.request_stop();

        QVERIFY_EXCEPTION_THROWN(
            ui::toPdf({"", {question("a")}}, {{}, stop.get_token()}), base::Error);
    }

private:
    QImage pageOf(const ui::OutputContents& contents)
    {
        const QString path = write(contents);
        services::ReaderProcess drawer = services::pageDrawer();
        drawer.program = readerProgram();
        const QImage page = services::readPagePicture(path, 1, 1600, drawer).image;
        if (const QString folder = qEnvironmentVariable("VIGNETTE_SCREENSHOTS"); !folder.isEmpty())
            page.save(folder + '/' + QTest::currentTestFunction() + ".png");
        return page;
    }

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
