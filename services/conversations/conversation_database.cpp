#include "services/conversations/conversation_database.h"

#include "kernels/error.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>

namespace services {

namespace {

QString nameOf(Author author)
{
    return author == Author::User ? QStringLiteral("user") : QStringLiteral("assistant");
}

QString nameOf(Message::State state)
{
    switch (state) {
    case Message::State::Complete:
        return QStringLiteral("complete");
    case Message::State::Failed:
        return QStringLiteral("failed");
    case Message::State::Waiting:
    case Message::State::Writing:
        break;
    }
    return QStringLiteral("writing");
}

QString toJson(const AnswerStatistics& statistics)
{
    const QJsonObject object{{"end", int(statistics.end)}, {"tokens", statistics.tokens},
        {"promptTokens", statistics.promptTokens}, {"cachedTokens", statistics.cachedTokens},
        {"firstTokenSeconds", statistics.firstTokenSeconds},
        {"tokensPerSecond", statistics.tokensPerSecond}};
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

AnswerStatistics statisticsFrom(const QString& json)
{
    const QJsonObject object = QJsonDocument::fromJson(json.toUtf8()).object();
    AnswerStatistics statistics;
    statistics.end = AnswerStatistics::End(qBound(0, object["end"].toInt(), 2));
    statistics.tokens = object["tokens"].toInteger();
    statistics.promptTokens = object["promptTokens"].toInteger();
    statistics.cachedTokens = object["cachedTokens"].toInteger();
    statistics.firstTokenSeconds = object["firstTokenSeconds"].toDouble();
    statistics.tokensPerSecond = object["tokensPerSecond"].toDouble();
    return statistics;
}

// A null string would be NULL in the file.
QString orEmpty(const QString& text)
{
    return text.isNull() ? QStringLiteral("") : text;
}

// Words as FTS5 reads them: each a quoted string, all must occur, the last may go on.
QString ftsQuery(const QString& words)
{
    QStringList terms;
    for (QString word : words.simplified().split(u' ', Qt::SkipEmptyParts))
        terms << u'"' + word.replace(u'"', QStringLiteral("\"\"")) + u'"';
    return terms.isEmpty() ? QString() : terms.join(u' ') + u'*';
}

} // namespace

ConversationDatabase::ConversationDatabase(const QString& path)
    : m_database(path, {QStringLiteral(":/sql/conversations-1.sql")})
{
    m_database.transaction([this] {
        completeAnswers();
        removeDeleted();
    });
}

void ConversationDatabase::completeAnswers()
{
    m_database.run(QStringLiteral("INSERT INTO message_text (rowid, text) "
                                  "SELECT rowid, text FROM message WHERE state = 'writing'"));
    m_database.run(
        QStringLiteral(
            "UPDATE message SET state = 'complete', statistics = ? WHERE state = 'writing'"),
        {toJson({.end = AnswerStatistics::End::Stopped})});
}

void ConversationDatabase::removeDeleted()
{
    m_database.run(
        QStringLiteral("INSERT INTO message_text (message_text, rowid, text) "
                       "SELECT 'delete', message.rowid, text FROM message JOIN conversation "
                       "ON conversation.id = conversation WHERE deleted IS NOT NULL"));
    const QSqlQuery removed
        = m_database.run(QStringLiteral("DELETE FROM conversation WHERE deleted IS NOT NULL"));
    if (removed.numRowsAffected() == 0)
        return; // nothing else leaves a picture alone, and looking through all takes long
    m_database.run(QStringLiteral(
        "DELETE FROM picture WHERE hash NOT IN (SELECT picture FROM message_picture)"));
}

QList<ConversationRecord> ConversationDatabase::conversations()
{
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT id, title, renamed, pinned, created, changed, leaf, draft "
                       "FROM conversation WHERE deleted IS NULL "
                       "ORDER BY pinned DESC, changed DESC, rowid DESC"));
    QList<ConversationRecord> records;
    while (query.next())
        records << ConversationRecord{query.value(0).toString(), query.value(1).toString(),
            query.value(2).toBool(), query.value(3).toBool(), query.value(4).toLongLong(),
            query.value(5).toLongLong(), query.value(6).toLongLong(), query.value(7).toString()};
    return records;
}

QList<Message> ConversationDatabase::messages(const QString& conversation)
{
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT id, parent, author, state, text, error, statistics FROM message "
                       "WHERE conversation = ? ORDER BY id"),
        {conversation});
    QList<Message> messages;
    while (query.next()) {
        Message message;
        message.id = query.value(0).toLongLong();
        message.parent = query.value(1).toLongLong();
        message.author
            = query.value(2).toString() == nameOf(Author::User) ? Author::User : Author::Assistant;
        message.state = query.value(3).toString() == nameOf(Message::State::Failed)
            ? Message::State::Failed
            : Message::State::Complete;
        message.text = query.value(4).toString();
        message.error = query.value(5).toString();
        message.statistics = statisticsFrom(query.value(6).toString());
        messages << message;
    }
    query.finish();
    for (Message& message : messages)
        message.pictures = pictures(conversation, message.id);
    return messages;
}

QList<Picture> ConversationDatabase::pictures(const QString& conversation, MessageId message)
{
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT name, bytes FROM message_picture JOIN picture ON hash = picture "
                       "WHERE conversation = ? AND message = ? ORDER BY place"),
        {conversation, message});
    QList<Picture> pictures;
    while (query.next()) {
        try {
            pictures << decodePicture(query.value(1).toByteArray(), query.value(0).toString());
        } catch (const kernels::Error&) { // the message is worth more than its picture
        }
    }
    return pictures;
}

void ConversationDatabase::saveConversation(const ConversationRecord& record)
{
    m_database.run(
        QStringLiteral("INSERT INTO conversation (id, title, renamed, pinned, created, changed, "
                       "leaf, draft) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE "
                       "SET title = excluded.title, renamed = excluded.renamed, "
                       "pinned = excluded.pinned, changed = excluded.changed, "
                       "leaf = excluded.leaf, draft = excluded.draft"),
        {record.id, orEmpty(record.title), record.isRenamed, record.isPinned, record.created,
            record.changed, record.leaf, orEmpty(record.draft)});
}

void ConversationDatabase::saveMessage(const ConversationRecord& record, const Message& message)
{
    m_database.transaction([&] {
        saveConversation(record);
        bool isKnown = isFound(record.id, message.id);
        if (isKnown && message.isOpen()) { // more of it is being written
            m_database.run(
                QStringLiteral("INSERT INTO message_text (message_text, rowid, text) SELECT "
                               "'delete', rowid, text FROM message WHERE conversation = ? "
                               "AND id = ?"),
                {record.id, message.id});
            isKnown = false;
        }
        m_database.run(
            QStringLiteral("INSERT INTO message (conversation, id, parent, author, state, text, "
                           "error, statistics, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
                           "ON CONFLICT (conversation, id) DO UPDATE SET state = excluded.state, "
                           "text = excluded.text, error = excluded.error, "
                           "statistics = excluded.statistics"),
            {record.id, message.id, message.parent, nameOf(message.author), nameOf(message.state),
                orEmpty(message.text), orEmpty(message.error), toJson(message.statistics),
                QDateTime::currentMSecsSinceEpoch()});
        savePictures(record.id, message);
        if (!isKnown && !message.isOpen())
            m_database.run(QStringLiteral("INSERT INTO message_text (rowid, text) SELECT rowid, "
                                          "text FROM message WHERE conversation = ? AND id = ?"),
                {record.id, message.id});
    });
}

// Whether the search knows the message: from when it is complete on, and then it does not change.
bool ConversationDatabase::isFound(const QString& conversation, MessageId message)
{
    return m_database
        .run(QStringLiteral("SELECT 1 FROM message WHERE conversation = ? AND id = ? "
                            "AND state <> 'writing'"),
            {conversation, message})
        .next();
}

void ConversationDatabase::savePictures(const QString& conversation, const Message& message)
{
    for (qsizetype place = 0; place < message.pictures.size(); ++place) {
        const Picture& picture = message.pictures[place];
        const QByteArray bytes = encodedPicture(picture);
        const QByteArray hash = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
        m_database.run(QStringLiteral("INSERT OR IGNORE INTO picture (hash, bytes) VALUES (?, ?)"),
            {hash, bytes});
        m_database.run(
            QStringLiteral("INSERT OR IGNORE INTO message_picture "
                           "(conversation, message, place, name, picture) VALUES (?, ?, ?, ?, ?)"),
            {conversation, message.id, place, orEmpty(picture.name), hash});
    }
}

void ConversationDatabase::setDeleted(const QString& conversation, bool isDeleted)
{
    m_database.run(QStringLiteral("UPDATE conversation SET deleted = ? WHERE id = ?"),
        {isDeleted ? QVariant(QDateTime::currentMSecsSinceEpoch()) : QVariant(), conversation});
}

QList<SearchHit> ConversationDatabase::search(const QString& words, int count)
{
    const QString match = ftsQuery(words);
    if (match.isEmpty())
        return {};
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT conversation.id, message.id, title, "
                       "snippet(message_text, 0, char(2), char(3), '…', 12) FROM message_text "
                       "JOIN message ON message.rowid = message_text.rowid "
                       "JOIN conversation ON conversation.id = message.conversation "
                       "WHERE message_text MATCH ? AND deleted IS NULL ORDER BY message_text.rowid "
                       "DESC LIMIT ?"),
        {match, count});
    QList<SearchHit> hits;
    while (query.next())
        hits << SearchHit{query.value(0).toString(), query.value(1).toLongLong(),
            query.value(2).toString(), query.value(3).toString()};
    return hits;
}

} // namespace services
