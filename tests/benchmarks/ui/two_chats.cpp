// Two chats in the window: one is being answered while the other reads a long text.
#include "tests/benchmarks/ui/figures.h"
#include "tests/benchmarks/ui/patience.h"
#include "tests/benchmarks/ui/topics.h"
#include "tests/benchmarks/ui/watchdog.h"
#include "tests/ui/test_services.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/message_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/window/main_window.h"

#include <QElapsedTimer>

namespace bench {

namespace {

using services::Conversation;

constexpr qsizetype longText = 4000; // characters, a token each with synthetic vocabularies
constexpr qsizetype settledText = 200; // characters of the answer, before anything is measured

/// The times between frames that show more of the answer in the first row.
class AnswerOnScreen : public QObject {
public:
    AnswerOnScreen(ui::MainWindow& window)
        : m_window(window)
        , m_frames(window)
    {
        connect(&m_frames, &FrameCounter::drawn, this, &AnswerOnScreen::onFrame);
        m_since.start();
    }

    qsizetype size() const
    {
        const ui::MessageView* view = m_window.chatView()->viewOf(1);
        return view ? view->message().text.size() : 0;
    }

    void beginMeasuring()
    {
        m_gaps = {};
        m_since.start();
    }
    const Samples& gaps() const { return m_gaps; }

private:
    void onFrame()
    {
        if (size() <= m_shown)
            return;
        m_shown = size();
        m_gaps.add(double(m_since.nsecsElapsed()) / 1e6);
        m_since.start();
    }

    ui::MainWindow& m_window;
    FrameCounter m_frames;
    QElapsedTimer m_since;
    qsizetype m_shown = 0;
    Samples m_gaps;
};

// The user's way: into the box, and sent.
Conversation& ask(ui::MainWindow& window, const QString& question)
{
    window.promptBox()->edit()->setPlainText(question);
    window.promptBox()->submit();
    Conversation& conversation = *window.conversation();
    waitUntil([&] { return conversation.rowCount() == 2; }, "The question was not sent.");
    return conversation;
}

void load(services::ModelPool& models, const services::ModelId& model)
{
    using Stage = services::ModelState::Stage;
    models.setCurrent(model);
    models.registry().load(model);
    waitUntil([&] { return models.registry().state(model).stage != Stage::Loading; },
        "The model was not loaded within ten minutes.");
    if (models.registry().state(model).stage != Stage::Ready)
        fail("The model cannot be loaded: "
            + services::stateMessage(models.registry().state(model)));
}

} // namespace

void measureTwoChats()
{
    const QString model = qEnvironmentVariable("VIGNETTE_BENCH_MODEL");
    if (model.isEmpty())
        fail("Two chats are left out: set VIGNETTE_BENCH_MODEL to a model with a context of 8,192 "
             "tokens or more.");
    tests::TestServices services;
    load(services.models(), services::parseModelId(model));
    services::AnswerSettings endless; // an answer that continues as long as it is measured
    endless.maxTokens = 3000;
    endless.schema = R"({"type": "array", "items": {"type": "integer"}, "minItems": 100000})";
    ui::MainWindow window(services, services.theme());
    window.resize(1120, 780);
    window.show();
    AnswerOnScreen answer(window);

    window.conversation()->setSettings({.generation = endless});
    Conversation& streaming = ask(window, "Count.");
    waitUntil([&] { return answer.size() > settledText; }, "The first chat is not answered.");
    answer.beginMeasuring();
    spin(3000);
    print("longest time a stream stands still, alone", answer.gaps().most(), "ms");

    window.newChat();
    window.conversation()->setSettings({.generation = services::AnswerSettings{.maxTokens = 2}});
    Conversation& reading
        = ask(window, QString("The quick brown fox jumps. ").repeated(200).left(longText));
    window.showConversation(&streaming);
    answer.beginMeasuring();
    waitUntil([&] { return !reading.isWriting(); }, "The long text was not read.");
    const services::Message& read = reading.message(1);
    if (read.state == services::Message::State::Failed)
        fail("The long text was not answered: " + read.error);
    print("longest time a stream stands still while another chat reads", answer.gaps().most(), "ms",
        500);
    print("the same, P99", answer.gaps().percentile(0.99), "ms", 500);
    print("tokens read meanwhile", double(read.statistics.promptTokens), "tokens");
    print("first token of that", read.statistics.firstTokenSeconds, "s");
    services.answers().stop(streaming);
    waitUntil([&] { return !streaming.isWriting(); }, "The first answer does not stop.");
}

} // namespace bench
