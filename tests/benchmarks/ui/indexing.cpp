// The window while documents are being read: the page of documents, keys, and an answer that streams.
// Targets 4 to 6, with indexing.
#include "services/documents/library/document_library.h"
#include "tests/benchmarks/ui/figures.h"
#include "tests/benchmarks/ui/patience.h"
#include "tests/benchmarks/ui/streamed_answer.h"
#include "tests/benchmarks/ui/topics.h"
#include "tests/benchmarks/ui/watchdog.h"
#include "tests/ui/test_services.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/window/main_window.h"
#include "ui/window/pages.h"

#include <QDir>
#include <QElapsedTimer>
#include <QPainter>
#include <QPdfWriter>
#include <QTemporaryDir>
#include <QTest>

namespace bench {

namespace {

using services::DocumentLibrary;

constexpr int usualPages = 4000;
constexpr int pagesOfFile = 10;
constexpr int linesOfPage = 40;
constexpr int watchedMilliseconds = 5000; // of each page of the window
constexpr int keys = 300;

void writeDocument(const QString& path, int number)
{
    QPdfWriter writer(path);
    writer.setResolution(72);
    QPainter painter(&writer);
    painter.setFont(QFont(painter.font().family(), 10));
    for (int page = 0; page < pagesOfFile; ++page) {
        if (page > 0)
            writer.newPage();
        for (int line = 0; line < linesOfPage; ++line)
            painter.drawText(50, 50 + 15 * line,
                QStringLiteral("Document %1, page %2, line %3: the boat sails past the old "
                               "lighthouse and comes home at %4.")
                    .arg(number)
                    .arg(page)
                    .arg(line)
                    .arg(number * 31 + page * 7 + line));
    }
}

// Writes documents of which no two are the same, so that none is known already. Returns their
// number.
int writeDocuments(const QDir& folder)
{
    const int asked = qEnvironmentVariableIntValue("VIGNETTE_BENCH_PAGES");
    const int files = std::max(asked, usualPages) / pagesOfFile;
    for (int file = 0; file < files; ++file)
        writeDocument(
            folder.filePath(QStringLiteral("%1.pdf").arg(file, 5, 10, QChar(u'0'))), file);
    return files * pagesOfFile;
}

void requireReading(const DocumentLibrary& library)
{
    if (library.progress().phase != services::LibraryProgress::Phase::Reading)
        fail(QStringLiteral("All was read too soon; VIGNETTE_BENCH_PAGES asks for more pages."));
}

void printBlocks(const Watchdog& watchdog, const char* where)
{
    const auto figure = [where](const char* what) {
        return std::string("5 longest time the window is busy while documents are read, ") + where
            + ", " + what;
    };
    print(figure("P99.9").c_str(), watchdog.blocks().percentile(0.999), "ms", 16);
    print(figure("the longest").c_str(), watchdog.blocks().most(), "ms", 50);
}

// The files come to their states before the user's eyes.
void measurePage(ui::MainWindow& window, const DocumentLibrary& library)
{
    window.showPage(ui::page_id::documents);
    spin(500); // the page is made and its files are listed
    Watchdog watchdog;
    spin(watchedMilliseconds);
    printBlocks(watchdog, "on their page");
    requireReading(library);
}

void typeKeys(ui::PromptEdit& edit)
{
    Samples glyph;
    for (int key = 0; key < keys; ++key) {
        QElapsedTimer timer;
        timer.start();
        QTest::keyClick(&edit, key % 60 == 59 ? Qt::Key_Space : Qt::Key_A);
        QCoreApplication::processEvents(); // what waits before it counts, too
        edit.viewport()->repaint();
        glyph.add(double(timer.nsecsElapsed()) / 1e6);
        spin(2);
    }
    print("4 key press to glyph while streaming and reading documents, P50", glyph.percentile(0.5),
        "ms", 16);
    print("4 key press to glyph while streaming and reading documents, P99", glyph.percentile(0.99),
        "ms", 33);
}

void measureChat(ui::MainWindow& window, const DocumentLibrary& library)
{
    window.newChat();
    services::Conversation& conversation = *window.conversation();
    conversation.appendUserMessage({QStringLiteral("Tell me more.")});
    spin(200);
    FrameCounter frames(window);
    StreamedAnswer stream(conversation, *window.chatView(), 100);
    QObject::connect(&frames, &FrameCounter::drawn, &stream, &StreamedAnswer::onFrame);
    Watchdog watchdog;
    spin(watchedMilliseconds);
    printBlocks(watchdog, "while an answer streams");
    print("6 token to screen while documents are read, P99", stream.latency().percentile(0.99),
        "ms", 50);
    typeKeys(*window.promptBox()->edit());
    requireReading(library);
}

} // namespace

void measureIndexing()
{
    const QTemporaryDir folder;
    const int pages = writeDocuments(QDir(folder.path()));
    tests::TestServices services;
    DocumentLibrary& library = services.documents();
    ui::MainWindow window(services, services.theme());
    window.resize(1120, 780);
    window.show();
    library.start();
    spin(500);

    QElapsedTimer clock;
    clock.start();
    library.add({folder.path()});
    waitUntil([&] { return library.counts().read > 0; }, "Nothing was read within ten minutes.");
    measurePage(window, library);
    measureChat(window, library);
    waitUntil([&] { return library.isResting(); }, "Not all was read within ten minutes.");
    if (library.counts().pages != pages)
        fail(QStringLiteral("Only %1 pages were read.").arg(library.counts().pages));
    print("26 pages a second, beside a window that is used",
        double(pages) / (double(clock.elapsed()) * 1e-3), "pages/s", 200);
}

} // namespace bench
