// The messages in their window: long conversations, scrolling, and an answer that streams in.
// Targets 5 (a short script), 6, 9, 10 and 11.
#include "services/conversations/conversation.h"
#include "tests/benchmarks/ui/figures.h"
#include "tests/benchmarks/ui/streamed_answer.h"
#include "tests/benchmarks/ui/topics.h"
#include "tests/benchmarks/ui/watchdog.h"
#include "ui/chat/chat_view.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QScrollBar>
#include <QTimer>
#include <QWheelEvent>

#include <functional>
#include <memory>

namespace bench {

namespace {

using services::Author;
using services::Conversation;
using services::Message;

constexpr int manyRows = 10'000;
constexpr double frame = 16.7; // milliseconds

QString answerText(int number)
{
    QString text = QStringLiteral("Answer **%1** about the picture: a `sailboat` and a *red* "
                                  "lighthouse before a calm sea, seen from the shore.\n\n")
                       .arg(number);
    if (number % 3 == 0)
        text += "1. The sail is white.\n2. The hull is blue.\n3. Nobody is on deck.\n\n";
    if (number % 10 == 0)
        text += "```python\ndef area(width, height):\n    return width * height\n```\n\n";
    if (number % 25 == 0)
        text += "| Thing | Count |\n|:--|--:|\n| boats | 1 |\n| houses | 2 |\n\n";
    return text + QString("And some more words that fill a line or two. ").repeated(number % 7);
}

// A conversation as it is read from the disk.
services::ConversationContents longConversation(int rows)
{
    services::ConversationContents contents;
    for (int row = 0; row < rows; ++row) {
        Message message;
        message.id = row;
        message.parent = row - 1;
        message.author = row % 2 == 0 ? Author::User : Author::Assistant;
        message.text = row % 2 == 0 ? QStringLiteral("What do you see in picture %1?").arg(row)
                                    : answerText(row);
        message.statistics.tokens = 100;
        message.statistics.tokensPerSecond = 20;
        contents.messages << message;
    }
    return contents;
}

std::unique_ptr<Conversation> restored(const services::ConversationContents& contents)
{
    services::ConversationRecord record;
    record.id = QStringLiteral("long");
    record.leaf = contents.messages.size() - 1;
    auto conversation = std::make_unique<Conversation>(record);
    conversation->restore(contents);
    return conversation;
}

double megabytesInUse()
{
    QFile status(QStringLiteral("/proc/self/smaps_rollup"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("Pss:"))
            return line.simplified().split(' ')[1].toDouble() / 1024;
    return 0;
}

// Pixels of the viewport, from its top, that no message covers although there is one to cover them.
int blankPixels(const ui::ChatView& chat)
{
    int covered = 0;
    for (int row = 0; row < chat.conversation()->rowCount(); ++row)
        if (const QWidget* view = chat.viewOf(row))
            covered += view->geometry().intersected(chat.viewport()->rect()).height();
    constexpr int margins = 48; // above the first and below the last message
    return std::max(0, chat.viewport()->height() - margins - covered);
}

// One frame: what the input causes, and painting it.
double frameAfter(ui::ChatView& chat, const std::function<void()>& input)
{
    QElapsedTimer timer;
    timer.start();
    input();
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    chat.viewport()->repaint();
    return double(timer.nsecsElapsed()) / 1e6;
}

void wheel(ui::ChatView& chat, int steps)
{
    const QPointF place = chat.viewport()->rect().center();
    QWheelEvent event(place, chat.viewport()->mapToGlobal(place), {}, {0, 120 * steps},
        Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(chat.viewport(), &event);
}

void measureScrolling(ui::ChatView& chat)
{
    Samples byWheel, byDrag;
    int blank = 0;
    for (int step = 0; step < 1000; ++step) {
        byWheel.add(frameAfter(chat, [&] { wheel(chat, step < 600 ? 1 : -1); }));
        blank = std::max(blank, blankPixels(chat));
    }
    QScrollBar* bar = chat.verticalScrollBar();
    for (int step = 0; step < 1000; ++step) {
        const int value = int(int64_t(bar->maximum()) * (step * 37 % 1000) / 1000);
        byDrag.add(frameAfter(chat, [&] { bar->setSliderPosition(value); }));
        blank = std::max(blank, blankPixels(chat));
    }
    print("10 frame while scrolling by wheel, P99", byWheel.percentile(0.99), "ms", frame);
    print("10 frame while dragging the scroll bar, P99", byDrag.percentile(0.99), "ms", frame);
    print("10 blank pixels seen while scrolling", blank, "pixels", 0);
}

} // namespace

void measureLongConversation()
{
    ui::Theme theme;
    ui::ChatView chat;
    chat.resize(1120, 780);
    chat.show();
    const std::unique_ptr<Conversation> few = restored(longConversation(60));
    chat.setConversation(few.get());
    spin(100); // fonts and icons are there

    const double before = megabytesInUse();
    std::unique_ptr<Conversation> conversation = restored(longConversation(manyRows));
    QElapsedTimer timer;
    timer.start();
    chat.setConversation(conversation.get());
    QCoreApplication::processEvents();
    chat.viewport()->repaint();
    const double opened = double(timer.nsecsElapsed()) / 1e6;
    print("9 open 10,000 messages at their end", opened, "ms", 150);
    measureScrolling(chat);
    spin(100);
    print("11 memory added by 10,000 messages, scrolled through", megabytesInUse() - before, "MB",
        40);
}

namespace {

// Twenty seconds, or as many minutes as the environment says.
double secondsOfStream()
{
    bool isNumber = false;
    const double minutes = qEnvironmentVariable("VIGNETTE_BENCH_MINUTES").toDouble(&isNumber);
    return isNumber && minutes > 0 && minutes <= 24 * 60 ? minutes * 60 : 20;
}

} // namespace

void measureStreaming()
{
    const double seconds = secondsOfStream();
    ui::Theme theme;
    ui::ChatView chat;
    chat.resize(1120, 780);
    chat.show();
    Conversation conversation;
    conversation.appendUserMessage({"Tell me more."});
    chat.setConversation(&conversation);
    spin(100);

    Watchdog watchdog;
    FrameCounter frames(chat);
    StreamedAnswer stream(conversation, chat, 100);
    QObject::connect(&frames, &FrameCounter::drawn, &stream, &StreamedAnswer::onFrame);
    watchdog.start();
    const int before = frames.count();
    spin(int(seconds * 1000));
    print("6 repaints while 100 tokens a second arrive", double(frames.count() - before) / seconds,
        "1/s", 30);
    print("6 token to screen, P99", stream.latency().percentile(0.99), "ms", 50);
    print("5 longest time the window is busy while an answer streams, P99.9",
        watchdog.blocks().percentile(0.999), "ms", 16);
    print("5 the same, the longest of all", watchdog.blocks().most(), "ms", 50);
}

} // namespace bench
