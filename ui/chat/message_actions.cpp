#include "ui/chat/message_actions.h"

#include "services/pictures/model_boxes.h"
#include "ui/speech/speech_engine.h"
#include "ui/theme/colors.h"
#include "ui/theme/icons.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>

namespace ui {

using services::Author;
using services::Message;

namespace {

// The entries of the menu in their order. appliesTo decides which of them apply.
struct Entry {
    MessageCommand command;
    const char* ofQuestion; // null: not there
    const char* ofAnswer;
    const char* icon; // null: none
    const char* windowCommand; // that does so to the last answer; null: none
};

constexpr Entry entries[] = {
    {MessageCommand::CopyMarkdown, QT_TRANSLATE_NOOP("ui::MessageMenu", "Copy message"),
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Copy as Markdown"), "copy", "message.copy"},
    {MessageCommand::CopyPlainText, nullptr,
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Copy as plain text"), nullptr, nullptr},
    {MessageCommand::Edit, QT_TRANSLATE_NOOP("ui::MessageMenu", "Edit"),
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Edit answer"), "edit", nullptr},
    {MessageCommand::Continue, nullptr, QT_TRANSLATE_NOOP("ui::MessageMenu", "Continue"),
        "continue", "message.continue"},
    {MessageCommand::Regenerate, nullptr, QT_TRANSLATE_NOOP("ui::MessageMenu", "Regenerate"),
        "again", "message.again"},
    {MessageCommand::RegenerateWithSameSeed, nullptr,
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Regenerate with same seed"), nullptr, nullptr},
    {MessageCommand::GenerateAlternatives, nullptr,
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Generate 3 alternatives"), "plus", "message.several"},
    {MessageCommand::Compare, nullptr, QT_TRANSLATE_NOOP("ui::MessageMenu", "Compare versions"),
        "compare", "message.compare"},
    {MessageCommand::ShowBoxes, nullptr,
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Show boxes in the picture"), "picture", nullptr},
    {MessageCommand::CheckPlaces, nullptr,
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Check again in enlarged picture"), "check", nullptr},
    {MessageCommand::StopChecking, nullptr, QT_TRANSLATE_NOOP("ui::MessageMenu", "Stop checking"),
        "stop", nullptr},
    {MessageCommand::CheckReply, nullptr, QT_TRANSLATE_NOOP("ui::MessageMenu", "Check reply…"),
        "check", nullptr},
    {MessageCommand::ExportEvidence, nullptr,
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Export evidence…"), "document", nullptr},
    {MessageCommand::ReadAloud, nullptr, QT_TRANSLATE_NOOP("ui::MessageMenu", "Read aloud"), nullptr,
        "message.readAloud"},
    {MessageCommand::SavePdf, nullptr, QT_TRANSLATE_NOOP("ui::MessageMenu", "Save as PDF…"),
        nullptr, nullptr},
    {MessageCommand::ShareHtml, nullptr,
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Share as HTML file…"), nullptr, nullptr},
    {MessageCommand::Print, nullptr, QT_TRANSLATE_NOOP("ui::MessageMenu", "Print…"), nullptr,
        nullptr},
    {MessageCommand::Fork, QT_TRANSLATE_NOOP("ui::MessageMenu", "Branch in new chat"),
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Branch in new chat"), "new-chat", nullptr},
    {MessageCommand::Remove,
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Delete this and following messages"),
        QT_TRANSLATE_NOOP("ui::MessageMenu", "Delete this and following messages"), "delete",
        "message.remove"},
};

// Whatever the size of the image and the model's unit: only whether there are any matters.
bool givesBoxes(const QString& answer)
{
    return !services::readModelBoxes(answer, {}, {1000, 1000}).isEmpty();
}

bool appliesTo(MessageCommand command, const Message& message, const MessageContext& context)
{
    switch (command) {
    case MessageCommand::CopyMarkdown:
    case MessageCommand::CopyPlainText:
        return !message.text.isEmpty();
    case MessageCommand::Edit:
        return message.author == Author::User || (!message.isOpen() && !message.text.isEmpty());
    case MessageCommand::Continue:
        return canContinue(message, context);
    case MessageCommand::Compare:
        return context.versions > 1;
    case MessageCommand::ShowBoxes:
        return !message.isOpen() && givesBoxes(message.text);
    case MessageCommand::CheckPlaces:
        return context.hasPlaces && !context.isChecking;
    case MessageCommand::StopChecking:
        return context.isChecking;
    case MessageCommand::CheckReply:
    case MessageCommand::ExportEvidence:
        return !message.isOpen() && !message.sources.isEmpty();
    case MessageCommand::ReadAloud:
        return !context.isSpoken && !message.isOpen() && !message.text.isEmpty()
            && hasSpeechEngine();
    case MessageCommand::SavePdf:
    case MessageCommand::ShareHtml:
    case MessageCommand::Print:
        return !message.isOpen() && !message.text.isEmpty();
    case MessageCommand::Regenerate:
    case MessageCommand::RegenerateWithSameSeed:
    case MessageCommand::GenerateAlternatives:
        return !message.isOpen();
    default:
        return true;
    }
}

} // namespace

bool canContinue(const Message& message, const MessageContext& context)
{
    using End = services::AnswerStatistics::End;
    const bool wasCut
        = message.state == Message::State::Failed || message.statistics.end != End::Complete;
    return message.author == Author::Assistant && !message.isOpen() && context.isLast
        && !message.text.isEmpty() && wasCut;
}

QMenu* makeMessageMenu(const Message& message, const MessageContext& context,
    std::function<void(MessageAction)> request, QWidget* parent)
{
    auto* menu = new QMenu(parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const Entry& entry : entries) {
        const char* name = message.author == Author::User ? entry.ofQuestion : entry.ofAnswer;
        if (!name || !appliesTo(entry.command, message, context))
            continue;
        if (entry.command == MessageCommand::Fork)
            menu->addSeparator();
        QAction* action = menu->addAction(QCoreApplication::translate("ui::MessageMenu", name),
            menu, [request, command = entry.command] { request(command); });
        if (entry.icon)
            action->setIcon(icon(QLatin1String(entry.icon), colors(menu->palette()).mutedText));
        if (entry.windowCommand && context.isLast && message.author == Author::Assistant)
            action->setProperty("command", entry.windowCommand);
    }
    return menu;
}

namespace {

constexpr int buttonSide = 28; // pixels

} // namespace

MessageActions::MessageActions(services::Author author, QWidget* parent)
    : QWidget(parent)
    , m_author(author)
    , m_previous(new IconButton(
          QStringLiteral("previous"), tr("Previous version"), IconButton::Look::Quiet, this))
    , m_version(new TextLabel(TextRole::Small, {}, this))
    , m_next(
          new IconButton(QStringLiteral("next"), tr("Next version"), IconButton::Look::Quiet, this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    if (!isUser())
        addVersions();
    m_copy = add(QStringLiteral("copy"), isUser() ? tr("Copy message") : tr("Copy answer"),
        MessageCommand::CopyMarkdown);
    m_edit = add(QStringLiteral("edit"), tr("Edit"), MessageCommand::Edit);
    m_again = add(QStringLiteral("again"), tr("Regenerate"), MessageCommand::Regenerate);
    m_continue = add(QStringLiteral("continue"), tr("Continue"), MessageCommand::Continue);
    m_silence = add(QStringLiteral("stop"), tr("Stop reading"), MessageCommand::ReadAloud);
    m_more = add(QStringLiteral("more"), tr("More"));
    connect(m_more, &IconButton::clicked, this,
        [this] { emit menuRequested(m_more->mapToGlobal(m_more->rect().bottomLeft())); });
    if (isUser())
        addVersions();
    setRevealed(false);
}

IconButton* MessageActions::add(const QString& icon, const QString& name)
{
    auto* button = new IconButton(icon, name, IconButton::Look::Quiet, this);
    button->setFixedSize(buttonSide, buttonSide);
    layout()->addWidget(button);
    return button;
}

IconButton* MessageActions::add(
    const QString& icon, const QString& name, const MessageAction& action)
{
    IconButton* button = add(icon, name);
    connect(button, &IconButton::clicked, this, [this, action] { emit requested(action); });
    return button;
}

void MessageActions::addVersions()
{
    m_previous->setFixedSize(buttonSide, buttonSide);
    m_next->setFixedSize(buttonSide, buttonSide);
    m_version->setWordWrap(false);
    m_version->setContentsMargins(4, 0, 4, 0);
    connect(m_previous, &IconButton::clicked, this, [this] { emit requested(ShowVersion{-1}); });
    connect(m_next, &IconButton::clicked, this, [this] { emit requested(ShowVersion{1}); });
    for (QWidget* widget : std::initializer_list<QWidget*>{m_previous, m_version, m_next})
        layout()->addWidget(widget);
    m_compare = add(QStringLiteral("compare"), tr("Compare versions"), MessageCommand::Compare);
}

void MessageActions::update(const Message& message, const MessageContext& context)
{
    const bool hasVersions = context.versions > 1, hasEnded = !message.isOpen();
    const QLocale locale;
    m_version->setText(
        tr("%1/%2", "which version of a message, of how many")
            .arg(locale.toString(context.version + 1), locale.toString(context.versions)));
    m_version->setAccessibleName(
        tr("Version %1 of %2")
            .arg(locale.toString(context.version + 1), locale.toString(context.versions)));
    for (QWidget* widget : std::initializer_list<QWidget*>{m_previous, m_version, m_next})
        widget->setVisible(hasVersions);
    m_previous->setEnabled(context.version > 0);
    m_next->setEnabled(context.version + 1 < context.versions);
    m_compare->setVisible(hasVersions && !isUser());
    m_edit->setVisible(isUser());
    m_copy->setVisible(hasEnded && !message.text.isEmpty());
    m_again->setVisible(!isUser() && hasEnded && message.error.isEmpty());
    m_continue->setVisible(canContinue(message, context) && message.error.isEmpty());
    m_silence->setVisible(context.isSpoken);
    m_more->setVisible(hasEnded);
    m_isNeeded = isUser() || hasVersions || hasEnded;
    setVisible(m_isNeeded);
}

void MessageActions::setRevealed(bool revealed)
{
    for (IconButton* button : {m_copy, m_edit, m_more})
        button->setRevealed(revealed || !isUser());
}

void MessageActions::focusVersions(int step)
{
    IconButton* wanted = step < 0 ? m_previous : m_next;
    IconButton* other = step < 0 ? m_next : m_previous;
    (wanted->isEnabled() ? wanted : other)->setFocus(Qt::OtherFocusReason);
}

} // namespace ui
