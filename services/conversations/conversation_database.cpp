#include "services/conversations/conversation_database.h"

#include "services/json_document.h"
#include "services/storage/database.h"
#include "services/text.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace services {

namespace {

constexpr qsizetype before = 20, after = 60; // characters of an excerpt around the hit

} // namespace

SearchWords::SearchWords(const QString& text)
    : m_words(text.simplified().split(u' ', Qt::SkipEmptyParts))
{
}

bool SearchWords::needScan() const
{
    return std::ranges::any_of(m_words, [](const QString& word) {
        return std::ranges::any_of(word.toUcs4(), isWrittenWithoutSpaces);
    });
}

QString SearchWords::match() const
{
    QStringList terms;
    for (QString word : m_words)
        terms << u'"' + word.replace(u'"', QStringLiteral("\"\"")) + u'"';
    return terms.join(u' ');
}

QStringList SearchWords::patterns() const
{
    QStringList patterns;
    for (QString word : m_words) {
        for (const QChar special : {u'\\', u'%', u'_'})
            word.replace(special, QStringLiteral("\\") + special);
        patterns << u'%' + word + u'%';
    }
    return patterns;
}

QString SearchWords::excerpt(const QString& text) const
{
    for (const QString& word : m_words) {
        const qsizetype place = text.indexOf(word, 0, Qt::CaseInsensitive);
        if (place < 0)
            continue;
        const qsizetype begin = std::max<qsizetype>(0, place - before);
        const qsizetype end = std::min(text.size(), place + word.size() + after);
        return (begin > 0 ? QStringLiteral("…") : QString()) + text.mid(begin, place - begin)
            + QChar(2) + text.mid(place, word.size()) + QChar(3)
            + text.mid(place + word.size(), end - place - word.size())
            + (end < text.size() ? QStringLiteral("…") : QString());
    }
    return text.left(after);
}

namespace {

QString serialize(const ChatSettings& settings)
{
    const QJsonObject object = toJson(settings);
    if (object.isEmpty())
        return QStringLiteral("");
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

ChatSettings settingsFrom(const QString& text)
{
    if (text.isEmpty())
        return {};
    return chatSettingsFrom(parseJsonDocument(text.toUtf8()).object());
}

// Expects the columns id, title, renamed, titled, pinned, created, changed, leaf, draft, folder,
// settings.
ConversationRecord recordFrom(const QSqlQuery& row)
{
    ConversationRecord record;
    record.id = row.value(0).toString();
    record.title = row.value(1).toString();
    if (row.value(2).toBool())
        record.titleOrigin = TitleOrigin::User;
    else if (row.value(3).toBool())
        record.titleOrigin = TitleOrigin::Model;
    record.isPinned = row.value(4).toBool();
    record.created = row.value(5).toLongLong();
    record.changed = row.value(6).toLongLong();
    record.leaf = row.value(7).toLongLong();
    record.draft = row.value(8).toString();
    record.folder = row.value(9).toString();
    record.settings = settingsFrom(row.value(10).toString());
    return record;
}

QString sqlCondition(const SearchFilter& filter)
{
    QString condition;
    if (filter.author == Author::User)
        condition += QStringLiteral("AND author = 'user' ");
    if (filter.author == Author::Assistant)
        condition += QStringLiteral("AND author = 'assistant' ");
    if (filter.withPictures)
        condition += QStringLiteral(
            "AND EXISTS (SELECT 1 FROM message_picture WHERE message_picture.conversation = "
            "message.conversation AND message_picture.message IN (message.id, message.parent)) ");
    return condition;
}

} // namespace

ConversationDatabase::ConversationDatabase(const QString& path)
    : m_database(path, migrations())
    , m_messages(m_database)
{
    m_database.transaction([this] {
        m_messages.completeOpenAnswers();
        eraseHidden();
    });
}

ConversationDatabase::~ConversationDatabase()
{
    const std::function<void()> steps[] = {[this] { eraseForgotten(); },
        [this] { m_database.transaction([this] { eraseHidden(); }); }, [this] { tidyAtEnd(); }};
    for (const auto& step : steps) {
        try {
            step();
        } catch (const std::exception& error) {
            qWarning("%s", error.what()); // and it is done when the file is opened again
        }
    }
}

QStringList ConversationDatabase::migrations()
{
    return {QStringLiteral(":/sql/conversations-1.sql"),
        QStringLiteral(":/sql/conversations-2.sql"), QStringLiteral(":/sql/conversations-3.sql"),
        QStringLiteral(":/sql/conversations-4.sql"), QStringLiteral(":/sql/conversations-5.sql"),
        QStringLiteral(":/sql/conversations-6.sql"), QStringLiteral(":/sql/conversations-7.sql"),
        QStringLiteral(":/sql/conversations-8.sql"), QStringLiteral(":/sql/conversations-9.sql"),
        QStringLiteral(":/sql/conversations-10.sql")};
}

// Both, whether or not the first found something.
void ConversationDatabase::eraseHidden()
{
    const bool hadRemoved = m_messages.eraseRemoved();
    if (eraseWhere(QStringLiteral("deleted IS NOT NULL")) || hadRemoved)
        markUntidy();
}

// CROSS JOIN, or SQLite looks through all messages.
bool ConversationDatabase::eraseWhere(const QString& condition, const QVariantList& values)
{
    m_database.run(
        QStringLiteral("INSERT INTO message_text (message_text, rowid, text) "
                       "SELECT 'delete', message.rowid, text FROM conversation CROSS JOIN message "
                       "ON conversation = conversation.id "
                       "WHERE %1 AND state NOT IN ('gone', 'writing')")
            .arg(condition),
        values);
    m_database.run(QStringLiteral("DELETE FROM attachment_text WHERE rowid IN (SELECT number "
                                  "FROM conversation CROSS JOIN message "
                                  "ON conversation = conversation.id WHERE %1)")
                       .arg(condition),
        values);
    const QSqlQuery erased = m_database.run(
        QStringLiteral("DELETE FROM conversation WHERE %1").arg(condition), values);
    if (erased.numRowsAffected() <= 0)
        return false;
    m_messages.erasePicturesNobodyHas();
    return true;
}

void ConversationDatabase::erase(const QString& conversation)
{
    m_forgotten << conversation;
    eraseForgotten();
}

// Also erases conversations that could not be erased before because the disk was full.
void ConversationDatabase::eraseForgotten()
{
    tryEach(m_forgotten, [this](const QString& conversation) {
        m_database.transaction([&] {
            if (eraseWhere(QStringLiteral("conversation.id = ?"), {conversation}))
                markUntidy();
        });
        m_forgotten.removeOne(conversation);
    });
}

// They stay in the list, for a full disk may have kept the removal of some from being saved so far.
void ConversationDatabase::eraseRemoved(const QString& conversation, MessageId with)
{
    m_forgottenMessages.insert({conversation, with});
    tryEach(m_forgottenMessages, [this](const std::pair<QString, MessageId>& each) {
        m_database.transaction([&] { eraseForgotten(each.first, each.second); });
    });
}

void ConversationDatabase::eraseForgotten(const QString& conversation, MessageId with)
{
    if (m_forgottenMessages.contains({conversation, with})
        && m_messages.eraseRemoved(conversation, with))
        markUntidy();
}

// A deleted conversation without a name says so to the next start, should this program be killed.
void ConversationDatabase::markUntidy()
{
    m_isUntidy = true;
    m_database.run(QStringLiteral("INSERT OR IGNORE INTO conversation "
                                  "(id, created, changed, deleted) VALUES ('', 0, 0, 0)"));
}

bool ConversationDatabase::tidy()
{
    if (m_isUntidy) {
        if (m_messages.mergeIndexes())
            return true;
        endTidying(Database::largestAtOnce);
    }
    return m_database.shrink();
}

// A database that is too large for now is written again when it is closed.
void ConversationDatabase::endTidying(qint64 mostBytes)
{
    if (!m_database.eraseTraces(mostBytes))
        return;
    m_database.run(QStringLiteral("DELETE FROM conversation WHERE id = ''"));
    m_isUntidy = false;
}

void ConversationDatabase::tidyAtEnd()
{
    if (!m_isUntidy || m_database.bytes() > Database::largestAtEnd)
        return;
    while (m_messages.mergeIndexes()) { }
    endTidying(Database::largestAtEnd);
}

QList<ConversationRecord> ConversationDatabase::conversations()
{
    QSqlQuery query = m_database.run(QStringLiteral(
        "SELECT id, title, renamed, titled, pinned, created, changed, leaf, draft, folder, "
        "settings FROM conversation WHERE deleted IS NULL "
        "ORDER BY pinned DESC, changed DESC, rowid DESC"));
    QList<ConversationRecord> records;
    while (query.next())
        records << recordFrom(query);
    return records;
}

QList<Folder> ConversationDatabase::folders()
{
    QSqlQuery query
        = m_database.run(QStringLiteral("SELECT name, collapsed FROM folder ORDER BY place"));
    QList<Folder> folders;
    while (query.next())
        folders << Folder{query.value(0).toString(), query.value(1).toBool()};
    return folders;
}

ConversationContents ConversationDatabase::contents(const QString& conversation)
{
    return {m_messages.messages(conversation), m_messages.draftFiles(conversation),
        m_messages.queue(conversation)};
}

void ConversationDatabase::saveConversation(const ConversationRecord& record)
{
    m_database.run(
        QStringLiteral("INSERT INTO conversation (id, title, renamed, titled, pinned, created, "
                       "changed, leaf, draft, folder, settings) "
                       "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE "
                       "SET title = excluded.title, renamed = excluded.renamed, "
                       "titled = excluded.titled, pinned = excluded.pinned, "
                       "changed = excluded.changed, leaf = excluded.leaf, "
                       "draft = excluded.draft, folder = excluded.folder, "
                       "settings = excluded.settings"),
        {record.id, orEmpty(record.title), record.titleOrigin == TitleOrigin::User,
            record.titleOrigin == TitleOrigin::Model, record.isPinned, record.created,
            record.changed, record.leaf, orEmpty(record.draft), orEmpty(record.folder),
            serialize(record.settings)});
}

void ConversationDatabase::saveMessage(const ConversationRecord& record, const Message& message)
{
    saveMessages(record, {message});
}

void ConversationDatabase::saveMessages(
    const ConversationRecord& record, const QList<Message>& messages)
{
    m_database.transaction([&] {
        saveConversation(record);
        for (const Message& message : messages) {
            m_messages.save(record.id, message);
            if (message.isRemoved())
                eraseForgotten(record.id, message.removedWith);
        }
    });
}

void ConversationDatabase::saveDraft(const ConversationRecord& record, const Draft& draft)
{
    m_database.transaction([&] {
        saveConversation(record);
        m_messages.saveDraftFiles(record.id, draft);
    });
}

void ConversationDatabase::saveQueue(const ConversationRecord& record, const QList<Draft>& queue)
{
    m_database.transaction([&] {
        saveConversation(record);
        m_messages.saveQueue(record.id, queue);
    });
}

void ConversationDatabase::saveFolders(const QList<Folder>& folders)
{
    m_database.transaction([&] {
        m_database.run(QStringLiteral("DELETE FROM folder"));
        for (qsizetype place = 0; place < folders.size(); ++place)
            m_database.run(
                QStringLiteral("INSERT INTO folder (name, place, collapsed) VALUES (?, ?, ?)"),
                {orEmpty(folders[place].name), place, folders[place].isCollapsed});
    });
}

void ConversationDatabase::setDeleted(const QString& conversation, bool isDeleted)
{
    m_database.run(QStringLiteral("UPDATE conversation SET deleted = ? WHERE id = ?"),
        {isDeleted ? QVariant(QDateTime::currentMSecsSinceEpoch()) : QVariant(), conversation});
}

QList<SearchHit> ConversationDatabase::search(
    const QString& text, const SearchFilter& filter, int count)
{
    const SearchWords words(text);
    if (words.isEmpty())
        return {};
    QList<SearchHit> found;
    const auto add = [&found, count](const QList<SearchHit>& hits) {
        for (const SearchHit& hit : hits) {
            const bool isNew = std::ranges::none_of(found, [&hit](const SearchHit& known) {
                return known.conversation == hit.conversation && known.message == hit.message;
            });
            if (isNew && found.size() < count)
                found << hit;
        }
    };
    if (words.needScan()) {
        add(scan("message.text", "message", words, filter, count));
        add(scan("message_attachment.name || char(10) || message_attachment.text",
            "message_attachment JOIN message ON message.conversation = "
            "message_attachment.conversation AND message.id = message_attachment.message",
            words, filter, count));
        return found;
    }
    for (const QString& match : {words.match(), words.match() + u'*'})
        for (const char* index : {"message_text", "attachment_text"})
            if (found.size() < count)
                add(hits(index, match, filter, count));
    return found;
}

// The index hands out the newest one by one, so a search ends as soon as there are enough.
QList<SearchHit> ConversationDatabase::hits(
    const char* index, const QString& match, const SearchFilter& filter, int count)
{
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT conversation.id, message.id, title, "
                       "snippet(%1, 0, char(2), char(3), '…', 12) FROM %1 "
                       "JOIN message ON message.rowid = %1.rowid "
                       "JOIN conversation ON conversation.id = message.conversation "
                       "WHERE %1 MATCH ? AND deleted IS NULL AND removed IS NULL %2"
                       "ORDER BY %1.rowid DESC LIMIT ?")
            .arg(QLatin1String(index), sqlCondition(filter)),
        {match, count});
    QList<SearchHit> found;
    while (query.next())
        found << SearchHit{query.value(0).toString(), query.value(1).toLongLong(),
            query.value(2).toString(), query.value(3).toString()};
    return found;
}

// Reads text by text, from the newest on, until there are enough: for words that no index holds.
QList<SearchHit> ConversationDatabase::scan(const char* text, const char* tables,
    const SearchWords& words, const SearchFilter& filter, int count)
{
    const QStringList patterns = words.patterns();
    const QString condition = QStringLiteral("%1 LIKE ? ESCAPE '\\' AND ").arg(QLatin1String(text));
    QVariantList values(patterns.begin(), patterns.end());
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT conversation.id, message.id, title, %1 FROM %2 "
                       "JOIN conversation ON conversation.id = message.conversation "
                       "WHERE %3 deleted IS NULL AND removed IS NULL %4"
                       "ORDER BY message.rowid DESC LIMIT ?")
            .arg(QLatin1String(text), QLatin1String(tables), condition.repeated(patterns.size()),
                sqlCondition(filter)),
        values << count);
    QList<SearchHit> found;
    while (query.next())
        found << SearchHit{query.value(0).toString(), query.value(1).toLongLong(),
            query.value(2).toString(), words.excerpt(query.value(3).toString())};
    return found;
}

} // namespace services
