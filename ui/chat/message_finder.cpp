#include "ui/chat/message_finder.h"

#include "services/background.h"
#include "services/conversations/conversation.h"
#include "ui/chat/message_copies.h"
#include "ui/markdown/markdown_text.h"

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
    for (const QString& block : readableBlocks(shownTextOf(message), markup))
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

// Does not begin anew when it is under way, or it would never end while an answer is written.
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
        = m_conversation ? m_conversation->allMessages() : QList<Message>();
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

} // namespace ui
