#pragma once

#include "app/program.h"
#include "tests/ui/window_support.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QFile>
#include <QTest>

// What the tests of the whole program in this process have in common.
namespace tests {

/// Programs made from now on keep everything below this folder.
inline void liveIn(const QString& home)
{
    for (const char* name :
        {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
        qunsetenv(name);
    qputenv("HOME", QFile::encodeName(home));
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(home));
}

inline ui::MainWindow& theWindow()
{
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* window = qobject_cast<ui::MainWindow*>(widget))
            return *window;
    qFatal("the program has no window");
}

inline void ask(ui::MainWindow& window, const QString& question)
{
    const services::Conversation& conversation = *window.conversation();
    QTest::keyClicks(window.promptBox()->edit(), question);
    QTest::keyClick(window.promptBox()->edit(), Qt::Key_Return);
    QTRY_COMPARE(conversation.rowCount(), 2);
    QTRY_COMPARE_WITH_TIMEOUT(
        lastMessage(conversation).state, services::Message::State::Complete, patience);
}

} // namespace tests
