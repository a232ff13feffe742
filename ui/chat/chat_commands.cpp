// The commands of the chat page, by group, in the order in which they are listed.
#include "services/conversations/message_queue.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/chat_settings_panel.h"
#include "ui/chat/find_bar.h"
#include "ui/chat/message_commands.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/chat/prompt_entries.h"
#include "ui/commands/command_list.h"
#include "ui/models/model_header.h"
#include "ui/presets/preset_choice.h"
#include "ui/speech/dictation.h"

#include <QAction>
#include <QTextCursor>

namespace ui {

namespace {

using Keys = QList<QKeySequence>;

// Adds commands of one group, whose actions are put into `actions`, too.
auto adderTo(CommandList& commands, const QString& group, QList<QAction*>& actions)
{
    return [&commands, group, &actions](const char* id, const QString& name, const Keys& keys,
               auto act) { actions << commands.add(QLatin1String(id), group, name, keys, act); };
}

} // namespace

void ChatPage::addCommands(CommandList& commands)
{
    commands.add("chat.temporary", tr("Chat"), tr("New temporary chat"),
        Keys{QKeySequence("Ctrl+Shift+N")}, [this] {
            emit requested();
            newTemporaryChat();
        });
    commands.add("message.write", tr("Message"), tr("Focus message box"),
        Keys{QKeySequence("Ctrl+J")}, [this] {
            emit requested();
            m_prompt->setFocus();
        });
    commands.add("message.dictate", tr("Message"), tr("Dictate message"),
        Keys{QKeySequence("Ctrl+Shift+D")}, [this] {
        emit requested();
        m_prompt->setFocus();
        startDictation(
            this, [this](const DictationStart& start) { m_prompt->showAside(start.message); });
    });
    m_entries->setCommands(commands);
    addChatCommands(commands);
    addMessageCommands(commands);
}

void ChatPage::addChatCommands(CommandList& commands)
{
    const auto add = adderTo(commands, tr("Chat"), m_ownActions);
    add("chat.find", tr("Find in chat"), {QKeySequence("Ctrl+F")}, [this] { m_find->open(); });
    add("chat.findNext", tr("Find next"), {QKeySequence("F3")}, [this] { m_find->findNext(); });
    add("chat.findPrevious", tr("Find previous"), {QKeySequence("Shift+F3")},
        [this] { m_find->findPrevious(); });
    add("chat.copy", tr("Copy chat"), {}, [this] { m_commands->copyConversation(); });
    add("chat.settings", tr("Chat settings"), {QKeySequence("Ctrl+Shift+,")},
        [this] { togglePanel(); });
    add("chat.savePreset", tr("Save settings as preset…"), {},
        [this] { m_panel->presets()->save(); });
    add("chat.importPreset", tr("Import presets…"), {},
        [this] { m_panel->presets()->chooseImports(); });
    add("chat.model", tr("Choose model"), {QKeySequence("Ctrl+L")},
        [this] { m_header->openMenu(); });
}

void ChatPage::addMessageCommands(CommandList& commands)
{
    const auto add = adderTo(commands, tr("Message"), m_ownActions);
    add("message.attach", tr("Attach files"), {QKeySequence("Ctrl+O"), QKeySequence("Ctrl+U")},
        [this] { m_prompt->chooseFiles(); });
    add("message.whereIs", tr("Where is …?"), {}, [this] { askWhere(); });
    m_whereIs = m_ownActions.last();
    m_whereIs->setVisible(!m_grounding.isEmpty());
    add("message.sendQueued", tr("Send queued message now"), {},
        [this] { m_messages->sendNow(*m_current); });
    add("message.savePrompt", tr("Save message as prompt…"), {}, [this] { savePrompt(); });
    add("message.again", tr("Regenerate"), {QKeySequence("Ctrl+R")},
        [this] { m_commands->regenerateLast(); });
    add("message.several", tr("Generate 3 alternatives"), {},
        [this] { m_commands->generateLastAlternatives(); });
    add("message.compare", tr("Compare versions"), {}, [this] { m_commands->compareLast(); });
    add("message.continue", tr("Continue last answer"), {}, [this] { m_commands->continueLast(); });
    add("message.previousVersion", tr("Previous version"), {QKeySequence("Alt+Left")},
        [this] { m_commands->showLastVersion(-1); });
    add("message.nextVersion", tr("Next version"), {QKeySequence("Alt+Right")},
        [this] { m_commands->showLastVersion(1); });
    add("message.copy", tr("Copy last answer"), {QKeySequence("Ctrl+Shift+C")},
        [this] { m_commands->copyLastAnswer(); });
    add("message.readAloud", tr("Read last answer aloud, or stop"), {QKeySequence("Ctrl+Shift+S")},
        [this] { m_commands->readLastAloud(); });
    add("message.copyCode", tr("Copy last code block"), {QKeySequence("Ctrl+Shift+;")},
        [this] { m_commands->copyLastCode(); });
    add("message.remove", tr("Delete last message"), {}, [this] { m_commands->removeLast(); });
}

// The placeholder is selected, so that typing replaces it.
void ChatPage::askWhere()
{
    emit requested();
    QTextCursor cursor = m_prompt->edit()->textCursor();
    const int begin = cursor.selectionStart();
    cursor.insertText(m_grounding);
    const int placeholder = begin + int(m_grounding.indexOf(u'…'));
    cursor.setPosition(placeholder);
    cursor.setPosition(placeholder + 1, QTextCursor::KeepAnchor);
    m_prompt->edit()->setTextCursor(cursor);
    m_prompt->setFocus();
}

} // namespace ui
