#include "services/conversations/conversation_saver.h"

#include "services/conversations/conversation.h"

#include <QPointer>

#include <utility>

namespace services {

namespace {

constexpr int writingInterval = 1000; // milliseconds

} // namespace

ConversationSaver::ConversationSaver(ConversationStore& store, QObject* parent)
    : QObject(parent)
    , m_store(store)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(writingInterval);
    connect(&m_timer, &QTimer::timeout, this, &ConversationSaver::saveWaiting);
}

ConversationSaver::~ConversationSaver()
{
    saveWaiting();
}

void ConversationSaver::watch(Conversation* conversation)
{
    m_watched.insert(conversation);
    connect(conversation, &Conversation::messageTouched, this,
        [this, conversation](MessageId id) { touch(conversation, id); });
    connect(conversation, &Conversation::recordChanged, this,
        [this, conversation] { saveRecord(conversation); });
    connect(
        conversation, &Conversation::draftChanged, this, [this, conversation](bool hasOtherFiles) {
            noteDraft(conversation, hasOtherFiles ? DraftPart::Files : DraftPart::Text);
        });
    connect(conversation, &Conversation::queueChanged, this, [this, conversation] {
        m_store.saveQueue(conversation->record(), conversation->queuedDrafts());
    });
    connect(conversation, &Conversation::messagesForgotten, this,
        [this, conversation](MessageId with) { m_store.eraseRemoved(conversation->id(), with); });
    connect(conversation, &QObject::destroyed, this, [this, conversation] { drop(conversation); });
}

void ConversationSaver::forget(Conversation* conversation)
{
    conversation->disconnect(this);
    drop(conversation);
}

void ConversationSaver::drop(Conversation* conversation)
{
    m_watched.remove(conversation);
    m_waiting.remove(conversation);
    m_drafts.remove(conversation);
    m_unkept.remove(conversation);
    m_unchanged.remove(conversation);
}

void ConversationSaver::saveAll(const Conversation* conversation)
{
    m_unkept.insert(conversation);
    m_store.saveMessages(conversation->record(), conversation->tree().messages(), this,
        [this, conversation] { m_unkept.remove(conversation); }, {});
    if (!conversation->draft().isEmpty())
        m_store.saveDraft(conversation->record(), conversation->draft());
    if (!conversation->queue().isEmpty())
        m_store.saveQueue(conversation->record(), conversation->queuedDrafts());
}

void ConversationSaver::whenKept(Conversation* conversation, std::function<void()> then)
{
    m_unchanged.insert(conversation);
    m_store.whenDone(conversation, [this, conversation, then = std::move(then)] {
        const bool isKept = m_unchanged.remove(conversation) && !m_unkept.contains(conversation)
            && m_waiting.value(conversation).isEmpty() && !m_drafts.contains(conversation);
        if (isKept)
            then();
    });
}

// Files that were added before the old ones are here are noted again when they are.
void ConversationSaver::noteDraft(Conversation* conversation, DraftPart part)
{
    if (part == DraftPart::Files && conversation->isLoaded())
        m_drafts[conversation] = part;
    else if (!m_drafts.contains(conversation))
        m_drafts[conversation] = DraftPart::Text;
    startTimer();
}

// Nothing is kept of a new chat but its draft and what was set for it.
void ConversationSaver::saveRecord(Conversation* conversation)
{
    const auto draft = m_drafts.constFind(conversation);
    const bool hasNewDraft = draft != m_drafts.constEnd();
    const bool isNew = conversation->isLoaded() && conversation->tree().messages().isEmpty();
    if (hasNewDraft && *draft == DraftPart::Files)
        m_store.saveDraft(conversation->record(), conversation->draft());
    else if (!isNew || hasNewDraft || !conversation->draft().isEmpty())
        m_store.saveConversation(conversation->record());
    m_drafts.remove(conversation);
}

void ConversationSaver::startTimer()
{
    if (!m_timer.isActive())
        m_timer.start();
}

void ConversationSaver::touch(Conversation* conversation, MessageId id)
{
    m_unchanged.remove(conversation);
    const Message& message = conversation->messageById(id);
    if (message.state == Message::State::Writing) {
        m_waiting[conversation].insert(id);
        startTimer();
        return;
    }
    if (m_waiting.contains(conversation))
        m_waiting[conversation].remove(id);
    save(conversation, id);
}

// What cannot be written, as on a full disk, is tried again until it can be.
void ConversationSaver::save(Conversation* conversation, MessageId id)
{
    const QPointer<Conversation> alive(conversation);
    m_store.saveMessage(
        conversation->record(), conversation->messageById(id), this, [this, alive, id] {
            if (!m_watched.contains(alive))
                return; // it was forgotten meanwhile
            m_waiting[alive].insert(id);
            startTimer();
        });
}

void ConversationSaver::saveWaiting()
{
    const auto all = std::exchange(m_waiting, {});
    for (auto waiting = all.cbegin(); waiting != all.cend(); ++waiting)
        for (const MessageId id : waiting.value())
            save(waiting.key(), id);
    for (Conversation* conversation : m_drafts.keys())
        saveRecord(conversation);
}

qint64 pictureBytes(const Conversation& conversation)
{
    qint64 bytes = 0;
    for (const Message& message : conversation.tree().messages())
        for (const Picture& picture : message.pictures)
            bytes += picture.image.sizeInBytes() + picture.preview.sizeInBytes()
                + picture.file.size();
    return bytes;
}

void OpenedConversations::use(Conversation* conversation)
{
    m_used.removeOne(conversation);
    m_used.prepend(conversation);
    qint64 bytes = 0;
    for (Conversation* each : m_used) {
        if (each == m_shown || each == conversation)
            continue;
        bytes += pictureBytes(*each);
        if (bytes > m_most)
            giveBack(each);
    }
}

// Nothing is given back that is only here, or that someone is at.
bool OpenedConversations::mayGiveBack(const Conversation& conversation) const
{
    return &conversation != m_shown && conversation.isLoaded() && !conversation.isTemporary()
        && !conversation.isWriting() && haveSameFiles(conversation.draft(), {})
        && conversation.queue().isEmpty() && pictureBytes(conversation) > 0;
}

void OpenedConversations::giveBack(Conversation* conversation)
{
    if (mayGiveBack(*conversation))
        m_saver.whenKept(conversation, [this, conversation] {
            if (mayGiveBack(*conversation))
                conversation->unload();
        });
}

} // namespace services
