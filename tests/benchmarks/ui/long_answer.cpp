// One long answer: streaming into it, opening it and scrolling through it. Targets 7 and 12.
#include "services/conversations/conversation.h"
#include "tests/benchmarks/ui/figures.h"
#include "tests/benchmarks/ui/patience.h"
#include "tests/benchmarks/ui/topics.h"
#include "tests/benchmarks/ui/watchdog.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/message_view.h"
#include "ui/markdown/markdown_view.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QScrollBar>

#include <ctime>
#include <functional>

namespace bench {

namespace {

using services::Conversation;

constexpr int tokensPerFlush = 3; // at 100 tokens a second and 30 frames a second
constexpr double secondsPerFlush = 0.03;
constexpr int mostRounds = 100'000; // of the event loop, until an answer has been read

// Everything that an answer may hold, over and over; about four characters to a token.
QString longAnswer(qsizetype size)
{
    QString text;
    for (int part = 0; text.size() < size; ++part) {
        text += QStringLiteral(
            "## Part %1\n\nSome **words** about a `sailboat`, with $x_%1^2$ and a "
            "second sentence that fills the line. And a third one.\n\n")
                    .arg(part);
        text += "1. The sail is white.\n2. The hull is *blue*.\n   - Nobody is on deck.\n\n";
        if (part % 3 == 0)
            text += "```python\ndef area(width, height):\n    # the area\n"
                    "    return width * height\n```\n\n";
        if (part % 7 == 0)
            text += "| Thing | Count |\n|:--|--:|\n| boats | 1 |\n| houses | 2 |\n\n";
        if (part % 11 == 0)
            text += "$$\n\\sum_{i=1}^n i = \\frac{n(n+1)}{2}\n$$\n\n";
    }
    return text.left(size);
}

double processorSeconds()
{
    return double(std::clock()) / CLOCKS_PER_SEC;
}

void show(ui::ChatView& chat)
{
    QCoreApplication::processEvents();
    chat.viewport()->repaint();
    QCoreApplication::processEvents();
}

// The share of a core that 100 tokens a second take, between two lengths of the answer. The time of
// this process only, as fast as it goes: what the clock of a real stream adds is idling.
double shareOfCore(services::OpenReply& answer, const QString& text, qsizetype begin, qsizetype end)
{
    constexpr qsizetype step = 4 * tokensPerFlush;
    const double start = processorSeconds();
    int flushes = 0;
    for (qsizetype place = begin; place < end; place += step, ++flushes) {
        answer.append(text.mid(place, step));
        spin(34); // until it is shown
    }
    return (processorSeconds() - start) / (flushes * secondsPerFlush);
}

double millisecondsOf(const std::function<void()>& work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return double(timer.nsecsElapsed()) / 1e6;
}

void measureStreamingInto(ui::ChatView& chat)
{
    constexpr qsizetype size = 80'000, piece = 1200; // 20,000 tokens
    const QString text = longAnswer(size);
    Conversation conversation;
    conversation.appendUserMessage({"Tell me everything."});
    services::OpenReply answer = conversation.appendReply();
    chat.setConversation(&conversation);
    const double early = shareOfCore(answer, text, 0, piece);
    answer.append(text.mid(piece, size - 2 * piece));
    spin(500);
    const double late = shareOfCore(answer, text, size - piece, size);
    print("7 share of a core at 100 tokens/s, the first 300 tokens", early * 100, "%", 5);
    print("7 the same at 20,000 tokens", late * 100, "%", 5);
    chat.setConversation(nullptr);
}

// Its blocks are there, not only an estimate of its height.
bool hasBeenRead(const ui::ChatView& chat)
{
    const ui::MessageView* view = chat.viewOf(1);
    return view && view->text()->anchorAt(1 << 30).block > 1000;
}

void measureOpening(ui::ChatView& chat)
{
    const QString text = longAnswer(200'000);
    Conversation conversation;
    conversation.appendUserMessage({"Tell me everything."});
    services::OpenReply answer = conversation.appendReply();
    answer.append(text);
    Watchdog watchdog;
    watchdog.start();
    QScrollBar* bar = chat.verticalScrollBar();
    const double opened = millisecondsOf([&] {
        chat.setConversation(&conversation);
        for (int round = 0; !hasBeenRead(chat); ++round) {
            if (round == mostRounds)
                fail("The long answer was never read to its end.");
            show(chat);
        }
    });
    print("12 open an answer of 200,000 characters", opened, "ms", 300);
    print("12 longest time the window is busy meanwhile", watchdog.blocks().most(), "ms", 50);

    Samples frames;
    for (int step = 0; step < 1000; ++step)
        frames.add(millisecondsOf([&] {
            bar->setValue(bar->value() + (step < 500 ? -120 : 120));
            show(chat);
        }));
    print("12 frame while scrolling through it, P99", frames.percentile(0.99), "ms", 33);
    Samples jumps;
    for (int step = 0; step < 200; ++step)
        jumps.add(millisecondsOf([&] {
            bar->setValue(int(int64_t(bar->maximum()) * (step * 37 % 200) / 200));
            show(chat);
        }));
    print("12 frame while dragging its scroll bar, P99", jumps.percentile(0.99), "ms", 33);
    chat.setConversation(nullptr);
}

} // namespace

void measureLongAnswer()
{
    ui::Theme theme;
    ui::ChatView chat;
    chat.resize(1120, 780);
    chat.show();
    spin(100);
    measureStreamingInto(chat);
    measureOpening(chat);
}

} // namespace bench
