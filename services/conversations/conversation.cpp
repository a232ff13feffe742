#include "services/conversations/conversation.h"

#include "base/error.h"
#include "services/conversations/answer_request_of.h"
#include "services/conversations/message.h"
#include "services/conversations/title_maker.h"
#include "services/generation/answer_stream.h"

#include <QDateTime>
#include <QUuid>

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
    CHECK(m_isLoaded && !m_isTemporary && !isWriting());
    m_record = record();
    m_tree = {};
    m_draft = {m_record.draft};
    m_isLoaded = false;
}

qint64 Conversation::pictureBytes() const
{
    qint64 bytes = 0;
    for (const Message& message : m_tree.messages())
        for (const Picture& picture : message.pictures)
            bytes += picture.image.sizeInBytes() + picture.preview.sizeInBytes()
                + picture.file.size();
    return bytes;
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

QString Conversation::firstWordsOfAll() const
{
    if (isEmpty())
        return m_isTemporary ? tr("Temporary chat") : tr("New chat");
    const Message& first = message(0);
    const bool isGeneral = !first.pictures.isEmpty() && asksWhatIsSeen(first.text);
    const bool isWordless = first.text.trimmed().isEmpty();
    const bool mayBeCaptioned = (isGeneral || isWordless) && rowCount() > 1
        && message(1).state == Message::State::Complete && message(1).statistics.isSure;
    const QString caption = mayBeCaptioned ? partsOf(message(1)).answer.trimmed() : QString();
    if (!caption.isEmpty())
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

MessageId Conversation::appendUserMessage(
    const QString& text, const QList<Picture>& pictures, const QList<TextAttachment>& attachments)
{
    return appendUserMessage({text, pictures, attachments});
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
    tellChanged(message);
}

void Conversation::setPictureTexts(MessageId message, const QMap<int, PictureText>& texts)
{
    if (!m_isLoaded || !m_tree.contains(message))
        return;
    QList<Picture>& pictures = m_tree.edit(message).pictures;
    for (auto text = texts.begin(); text != texts.end(); ++text)
        if (text.key() < pictures.size())
            pictures[text.key()].text = text.value();
    tellChanged(message);
}

MessageId Conversation::appendAnswer(const ModelId& model)
{
    Message message;
    message.author = Author::Assistant;
    message.state = Message::State::Waiting;
    message.model = model;
    const MessageId id = append(message);
    countOpen(1);
    return id;
}

QList<MessageId> Conversation::appendAnswers(MessageId question, const QList<ModelId>& models)
{
    CHECK(m_isLoaded && m_tree.contains(question));
    Message message;
    message.author = Author::Assistant;
    message.state = Message::State::Waiting;
    message.created = m_record.changed = QDateTime::currentMSecsSinceEpoch();
    QList<MessageId> answers;
    for (const ModelId& model : models) {
        message.model = model;
        answers << m_tree.add(message, question);
    }
    m_tree.setBranch(answers.value(0, question));
    for (const MessageId answer : answers)
        emit messageTouched(answer);
    countOpen(int(answers.size()));
    tellBranchChanged();
    return answers;
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

void Conversation::reopenAnswer(MessageId answer, const ModelId& model)
{
    if (openAnswer(answer))
        return;
    Message& message = m_tree.edit(answer);
    message.state = Message::State::Waiting;
    message.model = model;
    message.error.clear();
    tellChanged(answer);
    countOpen(1);
}

void Conversation::beginAnew(MessageId answer)
{
    Message* message = openAnswer(answer);
    if (!message)
        return;
    dropStream(answer);
    message->text.clear();
    message->toolUses.clear();
    message->state = Message::State::Waiting;
    tellChanged(answer);
}

// It sends no signals any more.
void Conversation::dropStream(MessageId answer)
{
    if (AnswerStream* stream = m_streams.take(answer))
        stream->disconnect(this);
}

// What is written after the calls is a paragraph of its own.
int Conversation::addToolUses(MessageId answer, const QList<ToolUse>& uses)
{
    Message* message = openAnswer(answer);
    if (!message)
        return 0;
    dropStream(answer);
    if (!message->text.trimmed().isEmpty() && !message->text.endsWith(u'\n'))
        message->text += QStringLiteral("\n\n");
    const auto first = int(message->toolUses.size());
    const int round = first > 0 ? message->toolUses.last().round + 1 : 1;
    for (ToolUse use : uses) {
        use.round = round;
        use.place = message->text.size();
        message->toolUses << use;
    }
    message->state = Message::State::Waiting;
    tellChanged(answer);
    return first;
}

void Conversation::setToolUse(MessageId answer, int index, const ToolUse& use)
{
    Message* message = openAnswer(answer);
    if (!message || message->toolUses.value(index) == use)
        return;
    const qsizetype place = message->toolUses[index].place;
    message->toolUses[index] = use;
    message->toolUses[index].place = place;
    tellChanged(answer);
}

void Conversation::write(MessageId answer, AnswerStream* stream)
{
    stream->setParent(this);
    m_streams.insert(answer, stream);
    connect(stream, &AnswerStream::waits, this,
        [this, answer](const QString& sentence) { setWaitReason(answer, sentence); });
    connect(stream, &AnswerStream::started, this, [this, answer] { setWaitReason(answer, {}); });
    connect(stream, &AnswerStream::writes, this,
        [this, answer](double tokensPerSecond) { setSpeed(answer, tokensPerSecond); });
    connect(stream, &AnswerStream::textAdded, this,
        [this, answer](const QString& text) { appendText(answer, text); });
    connect(
        stream, &AnswerStream::finished, this, [this, answer](const AnswerStatistics& statistics) {
            m_streams.remove(answer);
            finishAnswer(answer, statistics);
        });
    connect(stream, &AnswerStream::failed, this, [this, answer](const QString& sentence) {
        m_streams.remove(answer);
        failAnswer(answer, sentence);
    });
}

void Conversation::stopWriting()
{
    for (AnswerStream* stream : std::as_const(m_streams))
        stream->stop();
}

void Conversation::stopWritingFrom(MessageId first)
{
    for (auto stream = m_streams.cbegin(); stream != m_streams.cend(); ++stream)
        if (isFrom(first, stream.key()))
            stream.value()->stop();
}

void Conversation::setWaitReason(MessageId answer, const QString& sentence)
{
    Message* message = openAnswer(answer);
    if (!message || message->waitReason == sentence)
        return;
    message->waitReason = sentence;
    const int row = rowOf(answer);
    if (row >= 0)
        emit messageChanged(row); // and nothing for the disk
}

void Conversation::setSpeed(MessageId answer, double tokensPerSecond)
{
    Message* message = openAnswer(answer);
    if (!message)
        return;
    message->statistics.tokensPerSecond = tokensPerSecond;
    const int row = rowOf(answer);
    if (row >= 0)
        emit messageChanged(row); // and nothing for the disk
}

void Conversation::setSources(MessageId answer, const QList<Source>& sources)
{
    if (Message* message = openAnswer(answer)) {
        message->sources = sources;
        tellChanged(answer);
    }
}

void Conversation::setNote(MessageId answer, const QString& sentence)
{
    if (Message* message = openAnswer(answer)) {
        message->note = sentence;
        tellChanged(answer);
    }
}

void Conversation::appendText(MessageId answer, const QString& text)
{
    if (Message* message = openAnswer(answer)) {
        message->text += text;
        message->state = Message::State::Writing;
        message->waitReason.clear();
        tellChanged(answer);
    }
}

void Conversation::finishAnswer(MessageId answer, const AnswerStatistics& statistics)
{
    if (Message* message = openAnswer(answer)) {
        const qint64 before = message->statistics.tokens; // of an answer that was reopened
        message->statistics = statistics;
        message->statistics.tokens += before;
        close(*message, Message::State::Complete);
        emit answerCompleted(answer);
    }
}

void Conversation::failAnswer(MessageId answer, const QString& sentence)
{
    if (Message* message = openAnswer(answer)) {
        message->error = sentence;
        close(*message, Message::State::Failed);
    }
}

void Conversation::close(Message& answer, Message::State state)
{
    answer.state = state;
    answer.waitReason.clear();
    refuseOpen(answer.toolUses);
    const MessageId id = answer.id;
    tellChanged(id);
    if (rowOf(id) == 1)
        emit titleChanged();
    countOpen(-1);
}

void Conversation::countOpen(int difference)
{
    const bool wasWriting = isWriting();
    m_openAnswers += difference;
    if (wasWriting != isWriting())
        emit writingChanged(isWriting());
}

Message* Conversation::openAnswer(MessageId id)
{
    CHECK(m_tree.contains(id));
    Message& message = m_tree.edit(id);
    return message.isOpen() ? &message : nullptr;
}

void Conversation::tellChanged(MessageId id)
{
    emit messageTouched(id);
    const int row = rowOf(id);
    if (row >= 0)
        emit messageChanged(row);
}

void Conversation::tellBranchChanged()
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
        return tellBranchChanged(); // the number of versions may have changed
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
    tellBranchChanged();
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
