// The commands of the chat page, by group, in the order in which they are listed.
#include "ui/chat/chat_page.h"
#include "ui/chat/find_bar.h"
#include "ui/chat/message_commands.h"
#include "ui/chat/prompt_box.h"
#include "ui/commands/command_list.h"
#include "ui/models/model_header.h"

namespace ui {

void ChatPage::addCommands(CommandList& commands)
{
    const QString group = tr("Conversation");
    const auto add = [&](const char* id, const QString& name, const QKeySequence& keys, auto act) {
        commands.add(QLatin1String(id), group, name,
            keys.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{keys}, act);
    };
    add("chat.temporary", tr("New temporary chat"), QKeySequence("Ctrl+Shift+N"),
        [this] { newTemporaryChat(); });
    add("chat.find", tr("Find in this conversation"), QKeySequence("Ctrl+F"),
        [this] { m_find->open(); });
    add("chat.findNext", tr("Find the next place"), QKeySequence("F3"),
        [this] { m_find->findNext(); });
    add("chat.findPrevious", tr("Find the previous place"), QKeySequence("Shift+F3"),
        [this] { m_find->findPrevious(); });
    add("chat.settings", tr("Settings of this conversation"), QKeySequence("Ctrl+Shift+,"),
        [this] { togglePanel(); });
    add("chat.model", tr("Choose the model"), QKeySequence("Ctrl+L"),
        [this] { m_header->openMenu(); });
    addMessageCommands(commands);
}

void ChatPage::addMessageCommands(CommandList& commands)
{
    const QString group = tr("Message");
    const auto add = [&](const char* id, const QString& name, const QKeySequence& keys, auto act) {
        commands.add(QLatin1String(id), group, name,
            keys.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{keys}, act);
    };
    add("message.write", tr("To the prompt"), QKeySequence("Ctrl+J"),
        [this] { m_prompt->setFocus(); });
    add("message.attach", tr("Attach files"), QKeySequence("Ctrl+O"),
        [this] { m_prompt->chooseFiles(); });
    add("message.again", tr("Another answer"), QKeySequence("Ctrl+R"),
        [this] { m_commands->answerLastAgain(); });
    add("message.several", tr("Four more answers"), {},
        [this] { m_commands->answerLastSeveral(); });
    add("message.compare", tr("Compare the answers"), {}, [this] { m_commands->compareLast(); });
    add("message.previousVersion", tr("Previous version"), QKeySequence("Alt+Left"),
        [this] { m_commands->walkLastVersions(-1); });
    add("message.nextVersion", tr("Next version"), QKeySequence("Alt+Right"),
        [this] { m_commands->walkLastVersions(1); });
    add("message.copy", tr("Copy the last answer"), QKeySequence("Ctrl+Shift+C"),
        [this] { m_commands->copyLastAnswer(); });
    add("message.copyCode", tr("Copy the last code"), QKeySequence("Ctrl+Shift+;"),
        [this] { m_commands->copyLastCode(); });
    add("message.remove", tr("Delete the last message"), {}, [this] { m_commands->removeLast(); });
}

} // namespace ui
