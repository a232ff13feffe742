#include "ui/chat/message_menu.h"

#include <QCoreApplication>
#include <QMenu>

namespace ui {

using services::Author;
using services::Message;

namespace {

// The entries of the menu in their order. Which of them apply is said by appliesTo.
struct Entry {
    MessageWish wish;
    const char* ofQuestion; // null: not there
    const char* ofAnswer;
};

constexpr Entry entries[] = {
    {MessageWish::CopyMarkdown, QT_TRANSLATE_NOOP("ui::MessageMenu", "Copy message"),
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Copy as Markdown")},
    {MessageWish::CopyPlain, nullptr, QT_TRANSLATE_NOOP("ui::MessageMenu", "Copy as plain text")},
    {MessageWish::Edit, QT_TRANSLATE_NOOP("ui::MessageMenu", "Edit and ask again"),
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Edit answer")},
    {MessageWish::Continue, nullptr, QT_TRANSLATE_NOOP("ui::MessageMenu", "Continue")},
    {MessageWish::AnswerAgain, nullptr, QT_TRANSLATE_NOOP("ui::MessageMenu", "Another answer")},
    {MessageWish::AnswerAlike, nullptr,
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Again, the same way")},
    {MessageWish::AnswerSeveral, nullptr,
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Give me 4 answers")},
    {MessageWish::Compare, nullptr, QT_TRANSLATE_NOOP("ui::MessageMenu", "Compare the versions")},
    {MessageWish::Fork, QT_TRANSLATE_NOOP("ui::MessageMenu", "New chat from here"),
        QT_TRANSLATE_NOOP("ui::MessageMenu", "New chat from here")},
    {MessageWish::Remove, QT_TRANSLATE_NOOP("ui::MessageMenu", "Delete from here on"),
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Delete from here on")},
};

bool appliesTo(MessageWish wish, const Message& message, const MessagePlace& place)
{
    switch (wish) {
    case MessageWish::CopyMarkdown:
    case MessageWish::CopyPlain:
        return !message.text.isEmpty();
    case MessageWish::Edit:
        return message.author == Author::User || (!message.isOpen() && !message.text.isEmpty());
    case MessageWish::Continue:
        return canContinue(message, place);
    case MessageWish::Compare:
        return place.versions > 1;
    case MessageWish::AnswerAgain:
    case MessageWish::AnswerAlike:
    case MessageWish::AnswerSeveral:
        return !message.isOpen();
    default:
        return true;
    }
}

} // namespace

bool canContinue(const Message& message, const MessagePlace& place)
{
    using End = services::AnswerStatistics::End;
    const bool wasCut
        = message.state == Message::State::Failed || message.statistics.end != End::Complete;
    return message.author == Author::Assistant && !message.isOpen() && place.isLast
        && !message.text.isEmpty() && wasCut;
}

QMenu* makeMessageMenu(const Message& message, const MessagePlace& place,
    std::function<void(MessageWish)> wish, QWidget* parent)
{
    auto* menu = new QMenu(parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const Entry& entry : entries) {
        const char* name = message.author == Author::User ? entry.ofQuestion : entry.ofAnswer;
        if (!name || !appliesTo(entry.wish, message, place))
            continue;
        if (entry.wish == MessageWish::Fork)
            menu->addSeparator();
        menu->addAction(QCoreApplication::translate("ui::MessageMenu", name), menu,
            [wish, which = entry.wish] { wish(which); });
    }
    return menu;
}

} // namespace ui
