#include "tests/screenshots/scenes.h"

#include "services/captions/caption_library.h"
#include "tests/support/program.h"
#include "ui/chat/chat_page.h"
#include "ui/settings/settings_page.h"

#include <QAction>
#include <QDir>
#include <QTest>

#include <cstdlib>

namespace screenshots {

using services::Conversation;

namespace {

constexpr int patience = 120'000; // milliseconds

const char* const formattedAnswer = R"(## A light meter in a few lines

The exposure value follows from aperture $N$ and time $t$:

$$EV = \log_2 \frac{N^2}{t}$$

| scene | EV | at f/8 |
|---|---:|---:|
| full sun | 15 | 1/500 s |
| overcast | 12 | 1/60 s |
| lit street at night | 7 | 1/2 s |

```python
from math import log2

def exposure_value(aperture: float, seconds: float) -> float:
    """EV for ISO 100."""
    return log2(aperture ** 2 / seconds)
```

1. Measure the *brightest* part that must keep its detail.
2. Open by **one stop** if it should be white.

> A meter wants everything to be grey. Snow is not.)";

struct Known {
    const char* title;
    const char* question;
    const char* answer;
    bool isPinned;
};

constexpr Known known[] = {
    {"Packing list for the Harz", "What do I need for three days of walking in May?",
        "Layers, a rain jacket, and shoes that have been worn before.", false},
    {"Names for the bakery", "Six short names for a bakery by the sea?",
        "Kruste, Salz & Korn, Morgenflut, Dünenbrot, Ebbe, Backbord.", false},
    {"Sonnet about a lighthouse", "Write a sonnet about a lighthouse that was switched off.",
        "No ship has asked it anything for years …", false},
    {"Photography notes", "How do I work out an exposure by hand?", formattedAnswer, true},
};

void wait(const std::function<bool()>& isDone, const char* what)
{
    if (!QTest::qWaitFor(isDone, patience))
        qFatal("never happened: %s", what);
}

void trigger(Stage& stage, const char* command)
{
    if (QAction* action = stage.window().commands().find(QLatin1String(command)))
        action->trigger();
    else
        qFatal("there is no command %s", command);
}

void showSettings(Stage& stage, const char* section)
{
    stage.window().showPage(QStringLiteral("settings"));
    auto* page = qobject_cast<ui::SettingsPage*>(stage.window().page(QStringLiteral("settings")));
    page->showSection(QLatin1String(section));
}

} // namespace

Stage::Stage()
    : m_services(tests::Keep::Conversations)
    , m_window(m_services)
{
    m_window.setSamples({tests::resource("samples/one-1.png"), tests::resource("samples/two-2.png"),
        tests::resource("samples/shapes-2.png"), tests::resource("samples/many-1.png"),
        tests::resource("samples/sign-3.png")});
    m_window.show();
    m_services.models().load({});
    wait(
        [this] {
            return m_services.models().state({}).stage == services::ModelState::Stage::Ready;
        },
        "the built-in model is loaded");
    captionPictures();
    addConversations();
    describePicture();
}

void Stage::describePicture()
{
    m_window.newChat();
    described = m_window.conversation();
    described->appendUserMessage(QStringLiteral("What is in this picture?"),
        {services::decodePictureFile(tests::resource("samples/two-2.png"))});
    m_window.chatPage()->writer().answer(*described);
    wait([this] { return !described->isWriting(); }, "the picture is described");
    described->rename(QStringLiteral("A boat and an animal"));
}

void Stage::addConversations()
{
    for (const Known& each : known) {
        m_window.newChat();
        Conversation* conversation = m_window.conversation();
        conversation->appendUserMessage(QString::fromUtf8(each.question), {});
        const services::MessageId answer = conversation->appendAnswer();
        conversation->appendText(answer, QString::fromUtf8(each.answer));
        conversation->finishAnswer(answer,
            {.tokens = 212, .promptTokens = 31, .firstTokenSeconds = 0.4, .tokensPerSecond = 38});
        conversation->rename(QString::fromUtf8(each.title));
        conversation->setPinned(each.isPinned);
        if (each.isPinned)
            formatted = conversation;
    }
}

void Stage::captionPictures()
{
    services::CaptionLibrary& captions = m_window.services().captions;
    services::CaptionRun* run = captions.add(
        {tests::resource("samples")}, {.prompt = QStringLiteral("Describe this picture.")});
    wait([run] { return run->isLoaded() && !run->isLooking() && run->size() > 0; },
        "the pictures are found");
    run->start();
    wait([run] { return run->state() == services::CaptionRun::State::Resting; },
        "the pictures are described");
}

std::span<const Scene> scenes()
{
    static constexpr Scene all[] = {
        {"welcome", [](Stage& stage) { stage.window().newChat(); }, nullptr},
        {"chat", [](Stage& stage) { stage.window().showConversation(stage.described); }, nullptr},
        {"answer", [](Stage& stage) { stage.window().showConversation(stage.formatted); }, nullptr},
        {"chat-settings", [](Stage& stage) { trigger(stage, "chat.settings"); },
            [](Stage& stage) { trigger(stage, "chat.settings"); }},
        {"palette", [](Stage& stage) { trigger(stage, "window.palette"); },
            [](Stage& stage) { QTest::keyClick(stage.window().focusWidget(), Qt::Key_Escape); }},
        {"captions", [](Stage& stage) { stage.window().showPage("captions"); }, nullptr},
        {"models", [](Stage& stage) { stage.window().showPage("models"); }, nullptr},
        {"settings", [](Stage& stage) { showSettings(stage, "models"); }, nullptr},
        {"appearance", [](Stage& stage) { showSettings(stage, "appearance"); }, nullptr},
        {"shortcuts", [](Stage& stage) { showSettings(stage, "shortcuts"); }, nullptr},
        {"privacy", [](Stage& stage) { showSettings(stage, "privacy"); }, nullptr},
    };
    return all;
}

void settle()
{
    QTest::qWait(300); // thumbnails and what comes from the disk; movements end sooner
}

} // namespace screenshots
