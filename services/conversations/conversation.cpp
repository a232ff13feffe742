#include "services/conversations/conversation.h"

#include "base/error.h"
#include "services/conversations/build_answer_request.h"
#include "services/conversations/message.h"
#include "services/conversations/title_maker.h"

#include <QDateTime>
#include <QUuid>

#include <algorithm>

namespace services {

Conversation::Conversation(QObject* parent, Keeping keeping)
    : QObject(parent)
    , m_isTemporary(keeping == Keeping::Temporary)
{
    m_record.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    m_record.created = m_record.changed = QDateTime::currentMSecsSinceEpoch();
}

Conversation::Conversation(const ConversationRecord& record, QObject* parent, Keeping keeping)
    : QObject(parent)
    , m_record(record)
    , m_draft{record.draft}
    , m_isLoaded(false)
    , m_isTemporary(keeping == Keeping::Temporary)
{
}

ConversationRecord Conversation::record() const
{
    ConversationRecord record = m_record;
    record.title = title();
    record.draft = m_draft.text;
    if (!isEmpty())
        record.leaf = m_tree.leaf();
    return record;
}

// Something may have been written into the prompt box meanwhile: it stays, with its files.
void Conversation::restore(const ConversationContents& contents)
{
    if (m_isLoaded)
        return;
    m_tree.restore(contents.messages);
    const bool hasNewFiles = !haveSameFiles(m_draft, {});
    m_draft.pictures = contents.draft.pictures + m_draft.pictures;
    m_draft.attachments = contents.draft.attachments + m_draft.attachments;
    QList<QueuedMessage> queue;
    for (const Draft& draft : contents.queue)
        queue << QueuedMessage{++m_lastQueued, draft};
    m_queue = queue + m_queue;
    m_isLoaded = true;
    MessageId leaf = m_tree.contains(m_record.leaf) ? m_record.leaf : m_tree.messages().size() - 1;
    while (leaf != noMessage && m_tree[leaf].isRemoved())
        leaf = m_tree[leaf].parent;
    m_tree.setBranch(leaf);
    emit branchChanged();
    emit loaded();
    if (hasNewFiles)
        emit draftChanged(true);
}

void Conversation::unload()
{
    CHECK(m_isLoaded && !m_isTemporary && !isWriting() && m_queue.isEmpty());
    m_record = record();
    m_tree = {};
    m_draft = {m_record.draft};
    m_isLoaded = false;
}

void Conversation::keep()
{
    if (!m_isTemporary)
        return;
    m_isTemporary = false;
    emit kept();
    emit recordChanged();
}

QString Conversation::title() const
{
    if (m_record.titleOrigin != TitleOrigin::FirstWords || !m_isLoaded)
        return m_record.title;
    return firstWordsOfAll();
}

void Conversation::rename(const QString& title)
{
    m_record.title = title.simplified();
    m_record.titleOrigin = m_record.title.isEmpty() ? TitleOrigin::FirstWords : TitleOrigin::User;
    emit titleChanged();
    emit recordChanged();
}

void Conversation::setMadeTitle(const QString& title)
{
    if (m_record.titleOrigin == TitleOrigin::User || title.simplified().isEmpty())
        return;
    m_record.title = title.simplified();
    m_record.titleOrigin = TitleOrigin::Model;
    emit titleChanged();
    emit recordChanged();
}

void Conversation::setPinned(bool pinned)
{
    if (pinned == m_record.isPinned)
        return;
    m_record.isPinned = pinned;
    emit recordChanged();
}

void Conversation::setFolder(const QString& folder)
{
    if (folder == m_record.folder)
        return;
    m_record.folder = folder;
    emit recordChanged();
}

void Conversation::setSettings(const ChatSettings& settings)
{
    if (settings == m_record.settings)
        return;
    m_record.settings = settings;
    emit settingsChanged();
    emit recordChanged();
}

void Conversation::setDraft(const Draft& draft)
{
    const bool hasOtherFiles = !haveSameFiles(draft, m_draft);
    if (!hasOtherFiles && draft.text == m_draft.text)
        return;
    m_draft = draft;
    emit draftChanged(hasOtherFiles);
}

void Conversation::setQueue(const QList<QueuedMessage>& queue)
{
    m_queue = queue;
    for (QueuedMessage& message : m_queue)
        if (message.id == 0)
            message.id = ++m_lastQueued;
    emit queueChanged();
}

const QueuedMessage* Conversation::findQueued(qint64 id) const
{
    const auto found = std::ranges::find(m_queue, id, &QueuedMessage::id);
    return found == m_queue.end() ? nullptr : &*found;
}

QList<Draft> Conversation::queuedDrafts() const
{
    QList<Draft> drafts;
    for (const QueuedMessage& message : m_queue)
        drafts << message.draft;
    return drafts;
}

namespace {

// False for what a model writes that repeats a mark without end.
bool saysSomething(const QString& text)
{
    const auto letters = std::ranges::count_if(
        text, [](QChar character) { return character.isLetterOrNumber(); });
    return letters > 0 && 2 * letters >= text.size() - text.count(u' ');
}

} // namespace

QString Conversation::firstWordsOfAll() const
{
    if (isEmpty())
        return m_isTemporary ? tr("Temporary chat") : tr("New chat");
    const Message& first = message(0);
    const bool isGeneral = !first.pictures.isEmpty() && asksWhatIsSeen(first.text);
    const bool isWordless = first.text.trimmed().isEmpty();
    const bool mayBeCaptioned = (isGeneral || isWordless) && rowCount() > 1
        && message(1).state == Message::State::Complete && message(1).statistics.isSure;
    const QString caption = mayBeCaptioned ? answerParts(message(1)).answer.trimmed() : QString();
    if (saysSomething(caption))
        return firstWordsOfCaption(caption);
    QString name = first.pictures.isEmpty() ? QString() : first.pictures.first().name;
    if (name.isEmpty() && !first.attachments.isEmpty())
        name = first.attachments.first().name;
    if (name.isEmpty() && !first.awaited.isEmpty())
        name = first.awaited.first().name;
    if (!isWordless && (!isGeneral || name.isEmpty()))
        return firstWords(first.text);
    return name.isEmpty() ? tr("Picture") : firstWords(name);
}

MessageId Conversation::append(Message message)
{
    CHECK(m_isLoaded);
    message.created = m_record.changed = QDateTime::currentMSecsSinceEpoch();
    const MessageId id = m_tree.add(message, m_tree.leaf());
    m_tree.extendBranch(id);
    emit messageTouched(id);
    emit rowAppended(rowCount() - 1);
    return id;
}

MessageId Conversation::appendUserMessage(const Draft& draft)
{
    Message message;
    message.author = Author::User;
    message.text = draft.text;
    message.pictures = draft.pictures;
    message.attachments = draft.attachments;
    message.awaited = draft.awaited;
    const MessageId id = append(message);
    if (rowCount() == 1)
        emit titleChanged();
    return id;
}

void Conversation::takeFiles(MessageId message, const QMap<int, LoadedFile>& files)
{
    if (!m_isLoaded || !m_tree.contains(message) || files.isEmpty())
        return;
    for (auto file = files.begin(); file != files.end(); ++file)
        takeFile(m_tree.edit(message), file.key(), file.value());
    notifyChanged(message);
}

void Conversation::setPictureTexts(MessageId message, const QMap<int, PictureText>& texts)
{
    if (!m_isLoaded || !m_tree.contains(message))
        return;
    QList<Picture>& pictures = m_tree.edit(message).pictures;
    for (auto text = texts.begin(); text != texts.end(); ++text)
        if (text.key() < pictures.size())
            pictures[text.key()].text = text.value();
    notifyChanged(message);
}

OpenReply Conversation::appendReply(const ModelId& model)
{
    Message message;
    message.author = Author::Assistant;
    message.state = Message::State::Waiting;
    message.model = model;
    const MessageId id = append(message);
    countOpen(1);
    return {*this, id};
}

std::vector<OpenReply> Conversation::appendReplies(MessageId question, const QList<ModelId>& models)
{
    CHECK(m_isLoaded && m_tree.contains(question));
    Message message;
    message.author = Author::Assistant;
    message.state = Message::State::Waiting;
    message.created = m_record.changed = QDateTime::currentMSecsSinceEpoch();
    std::vector<OpenReply> replies;
    for (const ModelId& model : models) {
        message.model = model;
        replies.push_back({*this, m_tree.add(message, question)});
    }
    m_tree.setBranch(replies.empty() ? question : replies.front().id());
    for (const OpenReply& reply : replies)
        emit messageTouched(reply.id());
    countOpen(int(replies.size()));
    notifyBranchChanged();
    return replies;
}

OpenReply Conversation::reopenReply(MessageId reply, const ModelId& model)
{
    CHECK(m_tree.contains(reply) && !m_tree[reply].isOpen());
    Message& message = m_tree.edit(reply);
    message.state = Message::State::Waiting;
    message.model = model;
    message.error.clear();
    notifyChanged(reply);
    countOpen(1);
    return {*this, reply};
}

MessageId Conversation::appendVersion(MessageId of, const QString& text)
{
    CHECK(m_isLoaded && m_tree.contains(of));
    Message message = m_tree[of];
    message.text = text;
    message.state = Message::State::Complete;
    message.error.clear();
    message.statistics = {}; // of what the model wrote
    for (ToolUse& use : message.toolUses)
        use.place = 0; // before all that is there now
    message.created = m_record.changed = QDateTime::currentMSecsSinceEpoch();
    const MessageId id = m_tree.add(message, message.parent);
    emit messageTouched(id);
    showBranch(id);
    return id;
}

// The contents of a message may be gone, if it was removed and forgotten meanwhile.
void Conversation::endReply(MessageId id, Message::State state)
{
    Message& reply = m_tree.edit(id);
    if (reply.isOpen()) {
        reply.state = state;
        reply.waitReason.clear();
        denyOpen(reply.toolUses);
        notifyChanged(id);
        if (rowOf(id) == 1)
            emit titleChanged();
    }
    countOpen(-1);
}

void Conversation::countOpen(int difference)
{
    const bool wasWriting = isWriting();
    m_openReplies += difference;
    if (wasWriting != isWriting())
        emit writingChanged(isWriting());
}

void Conversation::notifyChanged(MessageId id)
{
    emit messageTouched(id);
    const int row = rowOf(id);
    if (row >= 0)
        emit messageChanged(row);
}

void Conversation::notifyBranchChanged()
{
    emit branchChanged();
    emit titleChanged();
    emit recordChanged();
}

void Conversation::removeMessage(MessageId id)
{
    const QList<MessageId> removed = m_tree.remove(id);
    emit messagesRemoved();
    for (const MessageId each : removed)
        emit messageTouched(each);
    if (rowOf(id) < 0)
        return notifyBranchChanged(); // the number of versions may have changed
    showBranch(m_tree.leafBeside(id));
}

void Conversation::putBackMessage(MessageId id)
{
    for (const MessageId each : m_tree.putBack(id))
        emit messageTouched(each);
    showBranch(m_tree.newestLeaf(id));
}

void Conversation::forgetMessage(MessageId id)
{
    m_tree.forget(id);
    emit messagesForgotten(id);
}

void Conversation::showBranch(MessageId leaf)
{
    m_tree.setBranch(leaf);
    notifyBranchChanged();
}

void Conversation::showMessage(MessageId id)
{
    if (m_tree.contains(id) && !m_tree[id].isRemoved() && rowOf(id) < 0)
        showBranch(m_tree.newestLeaf(id));
}

void Conversation::branchOff(MessageId id)
{
    m_tree.setBranch(m_tree[id].parent);
    emit branchChanged();
}

} // namespace services
