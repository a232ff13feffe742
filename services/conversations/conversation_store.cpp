#include "services/conversations/conversation_store.h"

#include "base/error.h"
#include "services/background.h"

#include <QLoggingCategory>

#include <algorithm>
#include <utility>

namespace services {

namespace {

QList<Picture> decoded(const QList<Picture>& files)
{
    QList<Picture> pictures;
    for (const Picture& each : files) {
        try {
            pictures << decodePicture(each);
        } catch (const base::Error&) { // left out
        }
    }
    return pictures;
}

} // namespace

ConversationContents decodedContents(ConversationContents contents)
{
    for (Message& message : contents.messages)
        message.pictures = decoded(message.pictures);
    contents.draft.pictures = decoded(contents.draft.pictures);
    for (Draft& queued : contents.queue)
        queued.pictures = decoded(queued.pictures);
    return contents;
}

bool holdsPictures(const ConversationContents& contents)
{
    const auto hasPictures = [](const auto& each) { return !each.pictures.isEmpty(); };
    return hasPictures(contents.draft) || std::ranges::any_of(contents.queue, hasPictures)
        || std::ranges::any_of(contents.messages, hasPictures);
}

ConversationStore::ConversationStore(const QString& path, QObject* parent)
    : QObject(parent)
    , m_thread(QStringLiteral("conversations"), path,
          [this](const QString& message) { reportFailed(message); })
{
    connect(this, &ConversationStore::saved, this, [this] { m_reported.clear(); });
}

// Told in the window's thread and later: the file may fail before anyone listens.
void ConversationStore::reportFailed(const QString& message)
{
    QMetaObject::invokeMethod(
        this,
        [this, message] {
            if (std::exchange(m_reported, message) == message)
                return;
            qWarning("%s", qUtf8Printable(message));
            emit failed(message);
        },
        Qt::QueuedConnection);
}

void ConversationStore::loadConversations(QObject* receiver, RecordsReader reader, Unread unread)
{
    m_thread.load(
        receiver, [](ConversationDatabase& database) { return database.conversations(); },
        std::move(reader), std::move(unread));
    tidy();
}

// A part at a time, between which messages can be saved.
void ConversationStore::tidy()
{
    m_thread.load(
        this, [](ConversationDatabase& database) { return database.tidy(); },
        [this](bool isMoreLeft) {
            if (isMoreLeft)
                tidy();
        });
}

void ConversationStore::loadFolders(QObject* receiver, FoldersReader reader)
{
    m_thread.load(
        receiver, [](ConversationDatabase& database) { return database.folders(); },
        std::move(reader));
}

void ConversationStore::loadContents(
    const QString& conversation, QObject* receiver, ContentsReader reader, Unread unread)
{
    // Messages are saved meanwhile: photographs take long to decode, and the database has one
    // thread.
    const auto decode
        = [receiver, reader = std::move(reader), unread](const ConversationContents& contents) {
              if (!holdsPictures(contents))
                  return reader(contents);
              runInBackground<ConversationContents>(
                  receiver, [contents] { return decodedContents(contents); },
                  [reader, unread](const Outcome<ConversationContents>& outcome) {
                      if (outcome.value)
                          reader(*outcome.value);
                      else if (unread)
                          unread();
                  });
          };
    m_thread.load(
        receiver,
        [conversation](ConversationDatabase& database) { return database.contents(conversation); },
        decode, std::move(unread));
}

void ConversationStore::search(const QString& words, const SearchFilter& filter, int count,
    QObject* receiver, HitsReader reader, Unread unread)
{
    m_thread.load(
        receiver,
        [words, filter, count](
            ConversationDatabase& database) { return database.search(words, filter, count); },
        std::move(reader), std::move(unread));
}

void ConversationStore::whenDone(QObject* receiver, std::function<void()> then, Unread unread)
{
    m_thread.load(
        receiver, [](ConversationDatabase&) { return true; },
        [then = std::move(then)](bool) { then(); }, std::move(unread));
}

void ConversationStore::saveConversation(const ConversationRecord& record)
{
    m_thread.post([record](ConversationDatabase& database) { database.saveConversation(record); });
}

void ConversationStore::saveMessage(const ConversationRecord& record, const Message& message,
    QObject* receiver, std::function<void()> notSaved)
{
    m_thread.post(
        [this, record, message](ConversationDatabase& database) {
            database.saveMessage(record, message);
            emit saved(record.id, message.id);
        },
        receiver, std::move(notSaved));
    if (message.isRemoved())
        tidy(); // it may have been forgotten meanwhile
}

void ConversationStore::saveMessages(
    const ConversationRecord& record, const QList<Message>& messages)
{
    m_thread.post([record, messages](
                      ConversationDatabase& database) { database.saveMessages(record, messages); });
}

void ConversationStore::saveMessages(const ConversationRecord& record,
    const QList<Message>& messages, QObject* receiver, std::function<void()> kept, Unread notKept)
{
    m_thread.load(
        receiver,
        [record, messages](ConversationDatabase& database) {
            database.saveMessages(record, messages);
            return true;
        },
        [kept = std::move(kept)](bool) { kept(); }, std::move(notKept));
}

void ConversationStore::saveDraft(const ConversationRecord& record, const Draft& draft)
{
    m_thread.post(
        [record, draft](ConversationDatabase& database) { database.saveDraft(record, draft); });
}

void ConversationStore::saveQueue(const ConversationRecord& record, const QList<Draft>& queue)
{
    m_thread.post(
        [record, queue](ConversationDatabase& database) { database.saveQueue(record, queue); });
}

void ConversationStore::saveFolders(const QList<Folder>& folders)
{
    m_thread.post([folders](ConversationDatabase& database) { database.saveFolders(folders); });
}

void ConversationStore::setDeleted(const QString& conversation, bool isDeleted)
{
    m_thread.post([conversation, isDeleted](ConversationDatabase& database) {
        database.setDeleted(conversation, isDeleted);
    });
}

void ConversationStore::erase(const QString& conversation)
{
    m_thread.post([conversation](ConversationDatabase& database) { database.erase(conversation); });
    tidy();
}

void ConversationStore::eraseRemoved(const QString& conversation, MessageId with)
{
    m_thread.post([conversation, with](ConversationDatabase& database) {
        database.eraseRemoved(conversation, with);
    });
    tidy();
}

} // namespace services
