#include "tests/screenshots/scenes.h"

#include "ui/catalog/model_pages.h"
#include "ui/window/pages.h"

#include <QAction>
#include <QApplication>
#include <QTest>

namespace screenshots {

namespace {

void trigger(Stage& stage, const char* command)
{
    if (QAction* action = stage.window().commands().find(QLatin1String(command)))
        action->trigger();
    else
        qFatal("there is no command %s", command);
}

void showSettings(Stage& stage, const char* section)
{
    stage.window().showPart(ui::page_id::settings, QLatin1String(section));
}

void closeDialog(Stage&)
{
    delete QApplication::activeModalWidget();
}

} // namespace

std::span<const Scene> scenes()
{
    static constexpr Scene all[] = {
        {"welcome", [](Stage& stage) { stage.window().newChat(); }, nullptr},
        {"chat", [](Stage& stage) { stage.window().showConversation(stage.described); }, nullptr},
        {"answer", [](Stage& stage) { stage.window().showConversation(stage.formatted); }, nullptr},
        {"document", [](Stage& stage) { stage.showCitedDocument(); },
            [](Stage& stage) { stage.window().newChat(); }, false},
        {"chat-settings", [](Stage& stage) { trigger(stage, "chat.settings"); },
            [](Stage& stage) { trigger(stage, "chat.settings"); }},
        {"palette", [](Stage& stage) { trigger(stage, "window.palette"); },
            [](Stage& stage) { QTest::keyClick(stage.window().focusWidget(), Qt::Key_Escape); }},
        {"captions", [](Stage& stage) { stage.window().showPage(ui::page_id::captions); }, nullptr},
        {"models",
            [](Stage& stage) {
                stage.window().showPart(ui::page_id::models, ui::ModelPages::here);
            },
            nullptr},
        {"get-models", [](Stage& stage) { stage.showGetModels(); }, nullptr},
        {"documents", [](Stage& stage) { stage.showDocuments(); }, nullptr},
        {"passages", [](Stage& stage) { stage.showPassages(); },
            [](Stage& stage) { stage.showDocuments(); }},
        {"settings", [](Stage& stage) { showSettings(stage, "models"); }, nullptr, false},
        {"answers", [](Stage& stage) { showSettings(stage, "answers"); }, nullptr},
        {"appearance", [](Stage& stage) { showSettings(stage, "appearance"); }, nullptr},
        {"shortcuts", [](Stage& stage) { showSettings(stage, "shortcuts"); }, nullptr},
        {"server", [](Stage& stage) { showSettings(stage, "server"); }, nullptr},
        {"storage", [](Stage& stage) { showSettings(stage, "storage"); }, nullptr, false},
        {"tools", [](Stage& stage) { showSettings(stage, "tools"); }, nullptr, false},
        {"privacy", [](Stage& stage) { showSettings(stage, "privacy"); }, nullptr},
        {"document-settings", [](Stage& stage) { showSettings(stage, "documents"); }, nullptr,
            false},
        {"figure", [](Stage& stage) { stage.showFigure(); },
            [](Stage& stage) { stage.window().newChat(); }, false},
        {"measure", [](Stage& stage) { stage.showMeasure(); }, closeDialog, false},
        {"scans-question", [](Stage& stage) { stage.askAboutScans(); }, closeDialog, false},
    };
    return all;
}

} // namespace screenshots
