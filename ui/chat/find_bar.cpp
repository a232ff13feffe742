#include "ui/chat/find_bar.h"

#include "services/background.h"
#include "services/conversations/conversation.h"
#include "ui/chat/chat_selection.h"
#include "ui/chat/chat_view.h"
#include "ui/markdown/markdown_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QStringMatcher>

#include <utility>

namespace ui {

using services::Author;
using services::Conversation;
using services::Message;
using services::MessageId;

namespace {

constexpr int patienceMilliseconds = 120; // while more may be typed or written

int countIn(const Message& message, const QStringMatcher& words)
{
    const Markup markup = message.author == Author::User ? Markup::Plain : Markup::Markdown;
    int count = 0;
    for (const QString& block : readableBlocks(shownText(message), markup))
        for (qsizetype at = words.indexIn(block); at >= 0;
             at = words.indexIn(block, at + words.pattern().size()))
            ++count;
    return count;
}

} // namespace

MessageFinder::MessageFinder(QObject* parent)
    : QObject(parent)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(patienceMilliseconds);
    connect(&m_soon, &QTimer::timeout, this, &MessageFinder::look);
}

void MessageFinder::setConversation(Conversation* conversation)
{
    if (m_conversation)
        m_conversation->disconnect(this);
    m_conversation = conversation;
    if (conversation) {
        connect(conversation, &Conversation::rowAppended, this, &MessageFinder::lookSoon);
        connect(conversation, &Conversation::messageChanged, this, &MessageFinder::lookSoon);
        connect(conversation, &Conversation::branchChanged, this, &MessageFinder::lookSoon);
    }
    lookSoon();
}

void MessageFinder::setWords(const QString& words)
{
    m_words = words;
    ++m_search; // what is under way is of no use any longer
    lookSoon();
}

// Does not begin again when it is under way, or it would never end while an answer is written.
void MessageFinder::lookSoon()
{
    if (!m_soon.isActive())
        m_soon.start();
}

void MessageFinder::look()
{
    const quint64 search = ++m_search;
    if (m_words.isEmpty())
        return take({});
    QList<MessageId> branch;
    for (int row = 0; m_conversation && row < m_conversation->rowCount(); ++row)
        branch << m_conversation->message(row).id;
    const QList<Message> messages
        = m_conversation ? m_conversation->tree().messages() : QList<Message>();
    services::runInBackground<QList<Found>>(
        this, [messages, branch, words = m_words] { return countIn(messages, branch, words); },
        [this, search](const services::Outcome<QList<Found>>& outcome) {
            if (search == m_search)
                take(outcome.value.value_or(QList<Found>()));
        });
}

void MessageFinder::take(const QList<Found>& all)
{
    m_found = all;
    m_count = 0;
    for (const Found& each : m_found)
        m_count += each.count;
    emit found();
}

QList<MessageFinder::Found> MessageFinder::countIn(
    const QList<Message>& messages, const QList<MessageId>& branch, const QString& words)
{
    QList<Found> all;
    const QStringMatcher matcher(words, Qt::CaseInsensitive);
    for (const MessageId id : branch)
        if (const int count = ui::countIn(messages[id], matcher))
            all << Found{id, count};
    return all;
}

MessageFinder::Match MessageFinder::match(int number) const
{
    for (const Found& each : m_found) {
        if (number < each.count)
            return {each.message, number};
        number -= each.count;
    }
    return {};
}

int MessageFinder::firstFrom(int row) const
{
    int number = 0;
    for (const Found& each : m_found) {
        if (m_conversation && m_conversation->rowOf(each.message) >= row)
            return number;
        number += each.count;
    }
    return 0;
}

namespace {

constexpr int widest = 420; // of the field, pixels

} // namespace

FindBar::FindBar(ChatView& chat, QWidget* parent)
    : QWidget(parent)
    , m_chat(chat)
    , m_field(new SearchField(tr("Find in chat"), this))
    , m_count(new TextLabel(TextRole::Muted, {}, this))
    , m_previous(
          new IconButton(QStringLiteral("up"), tr("Previous match"), IconButton::Look::Quiet, this))
    , m_next(
          new IconButton(QStringLiteral("down"), tr("Next match"), IconButton::Look::Quiet, this))
    , m_announcer(new Announcer(this))
{
    auto* leave = new IconButton(
        QStringLiteral("close"), tr("Close search (Esc)"), IconButton::Look::Quiet, this);
    m_previous->setProperty("command", "chat.findPrevious");
    m_next->setProperty("command", "chat.findNext");
    m_field->setMaximumWidth(widest);
    m_field->installEventFilter(this);
    connect(m_field, &SearchField::textChanged, this, &FindBar::setWords);
    connect(m_previous, &IconButton::clicked, this, &FindBar::findPrevious);
    connect(m_next, &IconButton::clicked, this, &FindBar::findNext);
    connect(leave, &IconButton::clicked, this, &FindBar::close);
    connect(&m_finder, &MessageFinder::found, this, &FindBar::showFound);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 4, 16, 4);
    layout->setSpacing(4);
    layout->addStretch(1);
    layout->addWidget(m_field, 1000);
    layout->addWidget(m_count);
    layout->addWidget(m_previous);
    layout->addWidget(m_next);
    layout->addWidget(leave);
    layout->addStretch(1);
    m_count->setMinimumWidth(m_count->fontMetrics().averageCharWidth() * 14);
    m_count->setAlignment(Qt::AlignCenter);
    m_count->setWordWrap(false);
    updateCount();
    hide();
}

void FindBar::setConversation(services::Conversation* conversation)
{
    m_finder.setConversation(conversation);
    m_current = -1;
    if (!isHidden())
        setWords(m_field->text());
}

void FindBar::open()
{
    show();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
    setWords(m_field->text());
}

bool FindBar::close()
{
    if (isHidden())
        return false;
    hide();
    m_announcer->withdraw();
    m_finder.setWords({});
    m_chat.setMarkedWords({});
    emit closed();
    return true;
}

void FindBar::setWords(const QString& words)
{
    m_isNewWord = true;
    m_current = -1;
    m_chat.setMarkedWords(words.isEmpty() ? QStringList() : QStringList{words});
    m_finder.setWords(words);
}

// What was found while messages changed leaves the reader where they are.
void FindBar::showFound()
{
    if (isHidden())
        return;
    const bool jumps = std::exchange(m_isNewWord, false) && m_finder.count() > 0;
    if (jumps)
        m_current = m_finder.firstFrom(m_chat.firstRowInSight());
    m_current = std::min(m_current, m_finder.count() - 1);
    if (jumps)
        showCurrent();
    updateCount();
    if (jumps || m_finder.count() == 0)
        m_announcer->say(countText());
}

void FindBar::showCurrent()
{
    const MessageFinder::Match match = m_finder.match(m_current);
    m_chat.showMark(match.message, match.index);
}

void FindBar::findNext()
{
    step(1);
}

void FindBar::findPrevious()
{
    step(-1);
}

void FindBar::step(int difference)
{
    if (isHidden())
        return open();
    const int count = m_finder.count();
    if (count == 0)
        return;
    m_current = (m_current + difference + count) % count;
    showCurrent();
    updateCount();
    m_announcer->say(countText());
}

QString FindBar::countText() const
{
    return m_count->text();
}

void FindBar::updateCount()
{
    const int count = m_finder.count();
    const QLocale locale;
    QString text;
    if (count > 0)
        text = tr("%1 of %2", "the match that is shown, of how many")
                   .arg(locale.toString(m_current + 1), locale.toString(count));
    else if (!m_field->text().isEmpty() && !m_isNewWord)
        text = tr("No results");
    m_count->setText(text);
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
}

bool FindBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Escape:
        close();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        step(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
        return true;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

void FindBar::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), colors(palette()).window);
}

} // namespace ui
