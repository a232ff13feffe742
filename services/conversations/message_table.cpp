#include "services/conversations/message_table.h"

#include "base/error.h"
#include "services/conversations/message.h"
#include "services/documents/document.h"
#include "services/json_document.h"
#include "vision/image_budget.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <limits>

namespace services {

namespace {

constexpr int pagesMerged = 300; // of an index at once: 1.2 MB, a tenth of a second

QString toString(Author author)
{
    return author == Author::User ? QStringLiteral("user") : QStringLiteral("assistant");
}

QString toString(Message::State state)
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

QString serialize(const AnswerStatistics& statistics)
{
    return QString::fromUtf8(QJsonDocument(toJson(statistics)).toJson(QJsonDocument::Compact));
}

QString serialize(const PictureText& text)
{
    return QString::fromUtf8(QJsonDocument(toJson(text)).toJson(QJsonDocument::Compact));
}

AnswerStatistics statisticsIn(const QString& json)
{
    return statisticsFrom(parseJsonDocument(json.toUtf8()).object());
}

// NULL: nobody has tried to read any.
std::optional<PictureText> storedText(const QVariant& json)
{
    if (json.isNull())
        return std::nullopt;
    return pictureTextFrom(parseJsonDocument(json.toByteArray()).array());
}

// Compact JSON; empty if there are none.
QString serialize(const QList<QRectF>& rectangles)
{
    if (rectangles.isEmpty())
        return QStringLiteral("");
    return QString::fromUtf8(QJsonDocument(toJson(rectangles)).toJson(QJsonDocument::Compact));
}

// Expects the columns title, address, page, passage, first, last, heading, rectangles, reading,
// notes, behind the message.
Source sourceFrom(const QSqlQuery& row)
{
    const int reading = row.value(9).toInt();
    const bool isKnown = reading >= 0 && reading <= int(Source::Reading::Never);
    return {row.value(1).toString(), row.value(2).toString(), row.value(3).toInt(),
        row.value(4).toString(), row.value(5).toLongLong(), row.value(6).toLongLong(),
        row.value(7).toString(),
        rectanglesFrom(parseJsonDocument(row.value(8).toByteArray()).array()),
        isKnown ? Source::Reading(reading) : Source::Reading::WithQuestion,
        row.value(10).toString()};
}

// Expects the columns name, text, document, path, from `first` on. A damaged document is left out,
// and its name stays.
TextAttachment attachmentFrom(const QSqlQuery& row, int first)
{
    TextAttachment attachment{row.value(first).toString(), row.value(first + 1).toString(), {},
        row.value(first + 3).toString()};
    if (row.value(first + 2).isNull())
        return attachment;
    try {
        attachment.document
            = std::make_shared<const Document>(documentFrom(row.value(first + 2).toByteArray()));
    } catch (const base::Error& error) {
        qWarning("“%s”: %s", qUtf8Printable(attachment.name), error.what());
    }
    return attachment;
}

// Null where it is a text.
QVariant documentBytes(const TextAttachment& attachment)
{
    return attachment.document ? QVariant(bytesOf(*attachment.document))
                               : QVariant(QMetaType::fromType<QByteArray>());
}

// What can be searched of it.
QString searchableText(const TextAttachment& attachment)
{
    return attachment.name + u'\n'
        + (attachment.document ? QString::fromStdString(attachment.document->text)
                               : attachment.text);
}

// Expects the columns id, parent, author, state, text, error, statistics, model, created, removed,
// note.
Message messageFrom(const QSqlQuery& row)
{
    Message message;
    message.id = row.value(0).toLongLong();
    message.parent = row.value(1).toLongLong();
    const bool isUsers = row.value(2).toString() == toString(Author::User);
    message.author = isUsers ? Author::User : Author::Assistant;
    const bool hasFailed = row.value(3).toString() == toString(Message::State::Failed);
    message.state = hasFailed ? Message::State::Failed : Message::State::Complete;
    message.text = row.value(4).toString();
    message.error = row.value(5).toString();
    message.statistics = statisticsIn(row.value(6).toString());
    message.model = parseModelId(row.value(7).toString());
    message.created = row.value(8).toLongLong();
    message.removedWith = row.value(9).isNull() ? noMessage : row.value(9).toLongLong();
    message.note = row.value(10).toString();
    return message;
}

// Finds a message in a list that is sorted by id; null if there is none.
Message* find(QList<Message>& messages, MessageId id)
{
    const auto found = std::ranges::lower_bound(messages, id, {}, &Message::id);
    return found != messages.end() && found->id == id ? &*found : nullptr;
}

} // namespace

MessageTable::MessageTable(Database& database)
    : m_database(database)
{
}

QList<Message> MessageTable::messages(const QString& conversation)
{
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT id, parent, author, state, text, error, statistics, model, created, "
                       "removed, note FROM message WHERE conversation = ? ORDER BY id"),
        {conversation});
    QList<Message> messages;
    while (query.next())
        messages << messageFrom(query);
    query.finish();
    addPictures(conversation, messages);
    addAttachments(conversation, messages);
    addAwaited(conversation, messages);
    addSources(conversation, messages);
    addToolUses(conversation, messages);
    return messages;
}

void MessageTable::addPictures(const QString& conversation, QList<Message>& messages)
{
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT message, name, bytes, text, tokens FROM message_picture JOIN picture "
                       "ON hash = message_picture.picture LEFT JOIN picture_text "
                       "ON picture_text.picture = hash "
                       "WHERE conversation = ? ORDER BY message, place"),
        {conversation});
    while (query.next())
        if (Message* message = find(messages, query.value(0).toLongLong())) {
            message->pictures << undecodedPicture(query.value(1).toString(),
                query.value(2).toByteArray(),
                vision::checkedImageTokens(query.value(4).toLongLong()));
            message->pictures.last().text = storedText(query.value(3));
        }
}

void MessageTable::addAttachments(const QString& conversation, QList<Message>& messages)
{
    QSqlQuery query
        = m_database.run(QStringLiteral("SELECT message, name, text, document, path FROM "
                                        "message_attachment WHERE conversation = ? "
                                        "ORDER BY message, place"),
            {conversation});
    while (query.next())
        if (Message* message = find(messages, query.value(0).toLongLong()))
            message->attachments << attachmentFrom(query, 1);
}

void MessageTable::addAwaited(const QString& conversation, QList<Message>& messages)
{
    QSqlQuery query = m_database.run(QStringLiteral("SELECT message, name, path, pictures, texts "
                                                    "FROM message_awaited WHERE conversation = ? "
                                                    "ORDER BY message, place"),
        {conversation});
    while (query.next())
        if (Message* message = find(messages, query.value(0).toLongLong()))
            message->awaited << AwaitedFile{query.value(1).toString(), query.value(2).toString(),
                query.value(3).toInt(), query.value(4).toInt()};
}

void MessageTable::addSources(const QString& conversation, QList<Message>& messages)
{
    QSqlQuery query = m_database.run(
        QStringLiteral(
            "SELECT message, title, address, page, passage, first, last, "
            "heading, rectangles, reading, notes FROM message_source WHERE conversation = ? "
            "ORDER BY message, place"),
        {conversation});
    while (query.next())
        if (Message* message = find(messages, query.value(0).toLongLong()))
            message->sources << sourceFrom(query);
}

void MessageTable::addToolUses(const QString& conversation, QList<Message>& messages)
{
    QHash<MessageId, QJsonArray> uses;
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT message, use FROM message_tool_use WHERE conversation = ? "
                       "ORDER BY message, place"),
        {conversation});
    while (query.next())
        uses[query.value(0).toLongLong()]
            << parseJsonDocument(query.value(1).toByteArray()).object();
    for (auto each = uses.cbegin(); each != uses.cend(); ++each)
        if (Message* message = find(messages, each.key()))
            message->toolUses = toolUsesFrom(each.value(), message->text.size());
}

void MessageTable::save(const QString& conversation, const Message& message)
{
    if (message.isRemoved() && setRemoved(conversation, message))
        return;
    bool isKnown = isFound(conversation, message.id);
    if (isKnown && message.isOpen()) { // more of it is being written
        leaveOutOfSearch(conversation, message.id);
        isKnown = false;
    }
    m_database.run(
        QStringLiteral("INSERT INTO message (conversation, id, parent, author, state, text, "
                       "error, statistics, created, model, removed, note) "
                       "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                       "ON CONFLICT (conversation, id) DO UPDATE SET state = excluded.state, "
                       "text = excluded.text, error = excluded.error, model = excluded.model, "
                       "statistics = excluded.statistics, removed = excluded.removed, "
                       "note = excluded.note"),
        {conversation, message.id, message.parent, toString(message.author),
            toString(message.state), orEmpty(message.text), orEmpty(message.error),
            serialize(message.statistics),
            message.created > 0 ? message.created : QDateTime::currentMSecsSinceEpoch(),
            orEmpty(toString(message.model)),
            message.isRemoved() ? QVariant(message.removedWith) : QVariant(),
            orEmpty(message.note)});
    if (message.author == Author::User)
        saveFiles(conversation, message);
    else {
        saveSources(conversation, message);
        saveToolUses(conversation, message);
        saveToolPictures(conversation, message);
    }
    saveAttachments(conversation, message);
    if (!message.isOpen() && !isKnown)
        m_database.run(QStringLiteral("INSERT INTO message_text (rowid, text) SELECT rowid, text "
                                      "FROM message WHERE conversation = ? AND id = ?"),
            {conversation, message.id});
}

// Nothing else of it changes: what it says may have been forgotten in the memory, but is needed here
// to erase it from the search. False if it is not in the file yet.
bool MessageTable::setRemoved(const QString& conversation, const Message& message)
{
    const QSqlQuery query = m_database.run(
        QStringLiteral("UPDATE message SET removed = ? WHERE conversation = ? AND id = ?"),
        {message.removedWith, conversation, message.id});
    return query.numRowsAffected() > 0;
}

// True if the search knows the message: from when it is complete on, and then its text stays.
bool MessageTable::isFound(const QString& conversation, MessageId message)
{
    return m_database
        .run(QStringLiteral("SELECT 1 FROM message WHERE conversation = ? AND id = ? "
                            "AND state <> 'writing'"),
            {conversation, message})
        .next();
}

void MessageTable::leaveOutOfSearch(const QString& conversation, MessageId message)
{
    m_database.run(
        QStringLiteral("INSERT INTO message_text (message_text, rowid, text) SELECT 'delete', "
                       "rowid, text FROM message WHERE conversation = ? AND id = ?"),
        {conversation, message});
}

QByteArray MessageTable::keepPicture(const Picture& picture)
{
    const QByteArray bytes = encodedPicture(picture);
    const QByteArray hash = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
    m_database.run(
        QStringLiteral("INSERT OR IGNORE INTO picture (hash, bytes) VALUES (?, ?)"), {hash, bytes});
    return hash;
}

void MessageTable::saveFiles(const QString& conversation, const Message& message)
{
    forgetAwaited(conversation, message.id);
    savePictures(conversation, message);
    savePictureTexts(conversation, message);
    for (qsizetype place = 0; place < message.awaited.size(); ++place)
        m_database.run(
            QStringLiteral("INSERT INTO message_awaited (conversation, message, place, name, path, "
                           "pictures, texts) VALUES (?, ?, ?, ?, ?, ?, ?)"),
            {conversation, message.id, place, orEmpty(message.awaited[place].name),
                orEmpty(message.awaited[place].path), message.awaited[place].pictures,
                message.awaited[place].texts});
}

// If the message was waiting for files, all its files are written again, because they may be others
// now.
void MessageTable::forgetAwaited(const QString& conversation, MessageId message)
{
    const QSqlQuery awaited = m_database.run(
        QStringLiteral("DELETE FROM message_awaited WHERE conversation = ? AND message = ?"),
        {conversation, message});
    if (awaited.numRowsAffected() <= 0)
        return;
    for (const char* table : {"message_picture", "message_attachment"})
        m_database.run(QStringLiteral("DELETE FROM %1 WHERE conversation = ? AND message = ?")
                           .arg(QLatin1String(table)),
            {conversation, message});
    m_database.run(QStringLiteral("DELETE FROM attachment_text WHERE rowid = (SELECT number FROM "
                                  "message WHERE conversation = ? AND id = ?)"),
        {conversation, message});
}

// Replaces all sources: an answer that is generated again may have others.
void MessageTable::saveSources(const QString& conversation, const Message& message)
{
    m_database.run(
        QStringLiteral("DELETE FROM message_source WHERE conversation = ? AND message = ?"),
        {conversation, message.id});
    for (qsizetype place = 0; place < message.sources.size(); ++place) {
        const Source& source = message.sources[place];
        m_database.run(
            QStringLiteral("INSERT INTO message_source (conversation, message, place, title, "
                           "address, page, passage, first, last, heading, rectangles, reading, "
                           "notes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
            {conversation, message.id, place, orEmpty(source.title), orEmpty(source.address),
                source.page, orEmpty(source.passage), source.begin, source.end,
                orEmpty(source.heading), serialize(source.rectangles), int(source.reading),
                orEmpty(source.notes)});
    }
}

// Their results come while an answer is being written.
void MessageTable::saveToolUses(const QString& conversation, const Message& message)
{
    m_database.run(
        QStringLiteral("DELETE FROM message_tool_use WHERE conversation = ? AND message = ?"),
        {conversation, message.id});
    const QJsonArray uses = toJson(message.toolUses);
    for (qsizetype place = 0; place < uses.size(); ++place)
        m_database.run(QStringLiteral("INSERT INTO message_tool_use (conversation, message, place, "
                                      "use) VALUES (?, ?, ?, ?)"),
            {conversation, message.id, place,
                QString::fromUtf8(
                    QJsonDocument(uses[place].toObject()).toJson(QJsonDocument::Compact))});
}

// Tools return them while an answer is being written, in an order that is not known before.
void MessageTable::saveToolPictures(const QString& conversation, const Message& message)
{
    const QSqlQuery before = m_database.run(
        QStringLiteral("DELETE FROM message_picture WHERE conversation = ? AND message = ?"),
        {conversation, message.id});
    savePictures(conversation, message);
    if (before.numRowsAffected() > 0 && message.pictures.isEmpty())
        erasePicturesNobodyHas();
}

// A message keeps the images it was sent with: those of one that is saved again are there.
void MessageTable::savePictures(const QString& conversation, const Message& message)
{
    if (message.pictures.isEmpty())
        return;
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT 1 FROM message_picture WHERE conversation = ? AND message = ?"),
        {conversation, message.id});
    if (query.next())
        return;
    query.finish();
    for (qsizetype place = 0; place < message.pictures.size(); ++place)
        m_database.run(
            QStringLiteral("INSERT INTO message_picture "
                           "(conversation, message, place, name, picture, tokens) "
                           "VALUES (?, ?, ?, ?, ?, ?)"),
            {conversation, message.id, place, orEmpty(message.pictures[place].name),
                keepPicture(message.pictures[place]), tokensOf(message.pictures[place])});
}

// Whoever else has the image has its text, and it is removed with the image.
void MessageTable::savePictureTexts(const QString& conversation, const Message& message)
{
    for (qsizetype place = 0; place < message.pictures.size(); ++place)
        if (const std::optional<PictureText>& text = message.pictures[place].text)
            m_database.run(
                QStringLiteral("INSERT OR IGNORE INTO picture_text (picture, text) "
                               "SELECT picture, ? FROM message_picture WHERE conversation = ? "
                               "AND message = ? AND place = ?"),
                {serialize(*text), conversation, message.id, place});
}

// A message keeps what it was sent with, as it does its images.
void MessageTable::saveAttachments(const QString& conversation, const Message& message)
{
    if (message.attachments.isEmpty())
        return;
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT 1 FROM message_attachment WHERE conversation = ? AND message = ?"),
        {conversation, message.id});
    if (query.next())
        return;
    query.finish();
    for (qsizetype place = 0; place < message.attachments.size(); ++place) {
        const TextAttachment& attachment = message.attachments[place];
        m_database.run(
            QStringLiteral("INSERT INTO message_attachment (conversation, message, place, name, "
                           "text, document, path) VALUES (?, ?, ?, ?, ?, ?, ?)"),
            {conversation, message.id, place, orEmpty(attachment.name), orEmpty(attachment.text),
                documentBytes(attachment), orEmpty(attachment.path)});
    }
    addToSearch(conversation, message);
}

// Their texts stay as they were sent.
void MessageTable::addToSearch(const QString& conversation, const Message& message)
{
    QStringList texts;
    for (const TextAttachment& attachment : message.attachments)
        texts << searchableText(attachment);
    m_database.run(
        QStringLiteral(
            "INSERT INTO attachment_text (rowid, text) SELECT number, ? FROM message "
            "WHERE conversation = ? AND id = ? "
            "AND number NOT IN (SELECT rowid FROM attachment_text WHERE rowid = number)"),
        {texts.join(u'\n'), conversation, message.id});
}

namespace {

// The files of the draft have the places 0 …, those of the first queued message this + 0 …, those of
// the second twice this + 0 …, and so on.
constexpr qint64 placesOfMessage = qint64(1) << 32;
constexpr qint64 allPlaces = std::numeric_limits<qint64>::max();

} // namespace

Draft MessageTable::draftFiles(const QString& conversation)
{
    return unsentFiles(conversation, 0);
}

void MessageTable::saveDraftFiles(const QString& conversation, const Draft& draft)
{
    const QList<QVariant> before = dropUnsentFiles(conversation, 0, placesOfMessage);
    saveUnsentFiles(conversation, draft, 0);
    erasePicturesNobodyHas(before);
}

QList<Draft> MessageTable::queue(const QString& conversation)
{
    QList<Draft> queue;
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT text FROM queued_message WHERE conversation = ? ORDER BY place"),
        {conversation});
    while (query.next())
        queue << Draft{query.value(0).toString()};
    query.finish();
    for (qsizetype index = 0; index < queue.size(); ++index) {
        const Draft files = unsentFiles(conversation, (index + 1) * placesOfMessage);
        queue[index].pictures = files.pictures;
        queue[index].attachments = files.attachments;
    }
    return queue;
}

void MessageTable::saveQueue(const QString& conversation, const QList<Draft>& queue)
{
    const QList<QVariant> before = dropUnsentFiles(conversation, placesOfMessage, allPlaces);
    m_database.run(
        QStringLiteral("DELETE FROM queued_message WHERE conversation = ?"), {conversation});
    for (qsizetype place = 0; place < queue.size(); ++place) {
        m_database.run(
            QStringLiteral(
                "INSERT INTO queued_message (conversation, place, text) VALUES (?, ?, ?)"),
            {conversation, place, orEmpty(queue[place].text)});
        saveUnsentFiles(conversation, queue[place], (place + 1) * placesOfMessage);
    }
    erasePicturesNobodyHas(before);
}

// Those of one message, which have places from `first` on.
Draft MessageTable::unsentFiles(const QString& conversation, qint64 first)
{
    Draft draft;
    const QVariantList range{conversation, first, first + placesOfMessage};
    QSqlQuery pictures = m_database.run(
        QStringLiteral("SELECT name, bytes, tokens FROM draft_picture JOIN picture ON hash = picture "
                       "WHERE conversation = ? AND place >= ? AND place < ? ORDER BY place"),
        range);
    while (pictures.next())
        draft.pictures << undecodedPicture(pictures.value(0).toString(),
            pictures.value(1).toByteArray(),
            vision::checkedImageTokens(pictures.value(2).toLongLong()));
    QSqlQuery attachments = m_database.run(
        QStringLiteral("SELECT name, text, document, path FROM draft_attachment "
                       "WHERE conversation = ? AND place >= ? AND place < ? ORDER BY place"),
        range);
    while (attachments.next())
        draft.attachments << attachmentFrom(attachments, 0);
    return draft;
}

void MessageTable::saveUnsentFiles(const QString& conversation, const Draft& draft, qint64 first)
{
    for (qsizetype place = 0; place < draft.pictures.size(); ++place)
        m_database.run(QStringLiteral("INSERT INTO draft_picture (conversation, place, name, "
                                      "picture, tokens) VALUES (?, ?, ?, ?, ?)"),
            {conversation, first + place, orEmpty(draft.pictures[place].name),
                keepPicture(draft.pictures[place]), tokensOf(draft.pictures[place])});
    for (qsizetype place = 0; place < draft.attachments.size(); ++place) {
        const TextAttachment& attachment = draft.attachments[place];
        m_database.run(QStringLiteral("INSERT INTO draft_attachment (conversation, place, name, "
                                      "text, document, path) VALUES (?, ?, ?, ?, ?, ?)"),
            {conversation, first + place, orEmpty(attachment.name), orEmpty(attachment.text),
                documentBytes(attachment), orEmpty(attachment.path)});
    }
}

// Returns the hashes of the images that these had.
QList<QVariant> MessageTable::dropUnsentFiles(const QString& conversation, qint64 first, qint64 end)
{
    const QString condition = QStringLiteral("WHERE conversation = ? AND place >= ? AND place < ?");
    const QVariantList values{conversation, first, end};
    QList<QVariant> hashes;
    QSqlQuery query
        = m_database.run(QStringLiteral("SELECT picture FROM draft_picture ") + condition, values);
    while (query.next())
        hashes << query.value(0);
    query.finish();
    m_database.run(QStringLiteral("DELETE FROM draft_picture ") + condition, values);
    m_database.run(QStringLiteral("DELETE FROM draft_attachment ") + condition, values);
    return hashes;
}

// Those of a message or of another draft stay.
void MessageTable::erasePicturesNobodyHas(const QList<QVariant>& hashes)
{
    for (const QVariant& hash : hashes)
        m_database.run(
            QStringLiteral(
                "DELETE FROM picture WHERE hash = ? "
                "AND hash NOT IN (SELECT picture FROM message_picture WHERE picture = ?) "
                "AND hash NOT IN (SELECT picture FROM draft_picture WHERE picture = ?)"),
            {hash, hash, hash});
}

void MessageTable::completeOpenAnswers()
{
    m_database.run(QStringLiteral("INSERT INTO message_text (rowid, text) "
                                  "SELECT rowid, text FROM message WHERE state = 'writing'"));
    m_database.run(
        QStringLiteral(
            "UPDATE message SET state = 'complete', statistics = ? WHERE state = 'writing'"),
        {serialize({.end = AnswerStatistics::End::Stopped})});
}

bool MessageTable::eraseRemoved()
{
    return eraseWhere(QStringLiteral("removed IS NOT NULL"), {});
}

bool MessageTable::eraseRemoved(const QString& conversation, MessageId with)
{
    return eraseWhere(QStringLiteral("conversation = ? AND removed = ?"), {conversation, with});
}

bool MessageTable::eraseWhere(const QString& condition, const QVariantList& values)
{
    const QString ofRemoved = QStringLiteral("FROM message WHERE %1 AND removed IS NOT NULL "
                                             "AND state <> 'gone'")
                                  .arg(condition);
    if (!m_database.run(QStringLiteral("SELECT 1 ") + ofRemoved, values).next())
        return false;
    m_database.run(QStringLiteral("INSERT INTO message_text (message_text, rowid, text) "
                                  "SELECT 'delete', rowid, text %1 AND state <> 'writing'")
                       .arg(ofRemoved),
        values);
    m_database.run(QStringLiteral("DELETE FROM attachment_text WHERE rowid IN (SELECT number %1)")
                       .arg(ofRemoved),
        values);
    for (const char* table : {"message_picture", "message_attachment", "message_awaited",
             "message_source", "message_tool_use"})
        m_database.run(QStringLiteral("DELETE FROM %1 WHERE (conversation, message) IN "
                                      "(SELECT conversation, id %2)")
                           .arg(QLatin1String(table), ofRemoved),
            values);
    m_database.run(QStringLiteral("UPDATE message SET state = 'gone', text = '', error = '', "
                                  "note = '', statistics = '' WHERE number IN (SELECT number %1)")
                       .arg(ofRemoved),
        values);
    erasePicturesNobodyHas();
    return true;
}

bool MessageTable::mergeIndexes()
{
    return mergeIndex("message_text") || mergeIndex("attachment_text");
}

// A negative number of pages: all of the index is to become one segment, without deleted words. If
// nothing was left to do, SQLite counts less than two changes.
bool MessageTable::mergeIndex(const char* index)
{
    const qint64 before = changes();
    m_database.run(
        QStringLiteral("INSERT INTO %1 (%1, rank) VALUES ('merge', ?)").arg(QLatin1String(index)),
        {-pagesMerged});
    return changes() - before > 1;
}

qint64 MessageTable::changes()
{
    QSqlQuery query = m_database.run(QStringLiteral("SELECT total_changes()"));
    query.next();
    return query.value(0).toLongLong();
}

void MessageTable::erasePicturesNobodyHas()
{
    m_database.run(QStringLiteral(
        "DELETE FROM picture WHERE hash NOT IN (SELECT picture FROM message_picture) "
        "AND hash NOT IN (SELECT picture FROM draft_picture)"));
}

} // namespace services
