#include "services/conversations/conversation_store.h"

#include <QPointer>

#include <exception>
#include <utility>

namespace services {

ConversationStore::ConversationStore(const QString& path, QObject* parent)
    : QObject(parent)
    , m_worker(new QObject)
{
    m_thread.setObjectName(QStringLiteral("conversations"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
    QMetaObject::invokeMethod(m_worker, [this, path] {
        try {
            m_database = std::make_unique<ConversationDatabase>(path);
        } catch (const std::exception& error) {
            emit failed(QString::fromUtf8(error.what()));
        }
    });
}

ConversationStore::~ConversationStore()
{
    QMetaObject::invokeMethod(m_worker, [this] {
        m_database.reset();
        m_thread.quit();
    });
    m_thread.wait();
}

void ConversationStore::loadConversations(QObject* receiver, RecordsReader reader)
{
    load<QList<ConversationRecord>>(
        receiver, [](ConversationDatabase& database) { return database.conversations(); },
        std::move(reader));
}

void ConversationStore::loadMessages(
    const QString& conversation, QObject* receiver, MessagesReader reader)
{
    load<QList<Message>>(
        receiver,
        [conversation](ConversationDatabase& database) { return database.messages(conversation); },
        std::move(reader));
}

void ConversationStore::search(
    const QString& words, int count, QObject* receiver, HitsReader reader)
{
    load<QList<SearchHit>>(
        receiver,
        [words, count](ConversationDatabase& database) { return database.search(words, count); },
        std::move(reader));
}

void ConversationStore::saveConversation(const ConversationRecord& record)
{
    post([record](ConversationDatabase& database) { database.saveConversation(record); });
}

void ConversationStore::saveMessage(const ConversationRecord& record, const Message& message)
{
    post([this, record, message](ConversationDatabase& database) {
        database.saveMessage(record, message);
        emit saved(record.id, message.id);
    });
}

void ConversationStore::setDeleted(const QString& conversation, bool isDeleted)
{
    post([conversation, isDeleted](
             ConversationDatabase& database) { database.setDeleted(conversation, isDeleted); });
}

// A file that could not be opened was told of once; nothing is done with it.
void ConversationStore::post(Work work)
{
    QMetaObject::invokeMethod(m_worker, [this, work = std::move(work)] {
        if (!m_database)
            return;
        try {
            work(*m_database);
        } catch (const std::exception& error) {
            emit failed(QString::fromUtf8(error.what()));
        }
    });
}

template <typename Value, typename Read, typename Reader>
void ConversationStore::load(QObject* receiver, Read read, Reader reader)
{
    const QPointer<QObject> alive(receiver); // looked at in this thread only
    post([this, read = std::move(read), reader = std::move(reader), alive](
             ConversationDatabase& database) {
        const Value value = read(database);
        QMetaObject::invokeMethod(this, [value, reader, alive] {
            if (alive)
                reader(value);
        });
    });
}

} // namespace services
