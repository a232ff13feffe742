#include "services/conversations/conversation_list.h"

#include "base/error.h"
#include "services/text.h"

#include <QDateTime>
#include <QPointer>
#include <QUuid>

#include <algorithm>

namespace services {

QStringList ConversationFolders::names() const
{
    QStringList names;
    for (const Folder& folder : m_folders)
        names << folder.name;
    return names;
}

qsizetype ConversationFolders::indexOf(const QString& name) const
{
    const auto found = std::ranges::find(m_folders, name, &Folder::name);
    return found == m_folders.end() ? -1 : found - m_folders.begin();
}

QString ConversationFolders::add(const QString& name)
{
    const QString wanted = name.simplified().isEmpty() ? tr("New folder") : name.simplified();
    QString free = wanted;
    for (int number = 2; contains(free); ++number)
        free = tr("%1 %2", "a folder's name and a number").arg(wanted).arg(number);
    m_folders << Folder{free};
    emit changed();
    return free;
}

void ConversationFolders::rename(const QString& from, const QString& to)
{
    const QString name = to.simplified();
    const qsizetype place = indexOf(from);
    if (place < 0 || name.isEmpty() || contains(name))
        return;
    m_folders[place].name = name;
    emit renamed(from, name);
    emit changed();
}

void ConversationFolders::remove(const QString& name)
{
    const qsizetype place = indexOf(name);
    if (place < 0)
        return;
    m_folders.removeAt(place);
    emit removed(name);
    emit changed();
}

void ConversationFolders::setCollapsed(const QString& name, bool isCollapsed)
{
    const qsizetype place = indexOf(name);
    if (place < 0 || m_folders[place].isCollapsed == isCollapsed)
        return;
    m_folders[place].isCollapsed = isCollapsed;
    emit changed();
}

void ConversationFolders::restore(const QList<Folder>& folders)
{
    QList<Folder> all = folders;
    for (const Folder& folder : m_folders)
        if (std::ranges::find(all, folder.name, &Folder::name) == all.end())
            all << folder;
    if (all == m_folders)
        return;
    m_folders = all;
    emit changed();
}

namespace {

bool comesBefore(const Conversation* left, const Conversation* right)
{
    const ConversationRecord& a = left->storedRecord();
    const ConversationRecord& b = right->storedRecord();
    return a.isPinned != b.isPinned ? a.isPinned : a.changed > b.changed;
}

// The messages on the way to this one, with ids of their own.
QList<Message> onlyUntil(const Conversation& conversation, MessageId until)
{
    QList<Message> messages = conversation.tree().messagesUntil(until);
    for (qsizetype id = 0; id < messages.size(); ++id) {
        messages[id].id = id;
        messages[id].parent = id - 1;
    }
    return messages;
}

// Answers that are being written continue in the original only.
void endOpenAnswers(QList<Message>& messages)
{
    for (Message& message : messages) {
        if (!message.isOpen())
            continue;
        message.state = Message::State::Complete;
        message.statistics.end = AnswerStatistics::End::Stopped;
        message.waitReason.clear();
    }
}

QList<Message> withPixels(QList<Message> messages)
{
    for (Message& message : messages)
        for (Picture& picture : message.pictures)
            picture = decodePicture(picture);
    return messages;
}

} // namespace

ConversationList::ConversationList(ConversationStore* store, QObject* parent)
    : QAbstractListModel(parent)
    , m_store(store)
{
    followFolders();
    if (!store)
        return;
    m_saver = std::make_unique<ConversationSaver>(*store);
    m_opened = std::make_unique<OpenedConversations>(*m_saver);
    store->loadFolders(this, [this](const QList<Folder>& folders) { m_folders.restore(folders); });
    store->loadConversations(
        this, [this](const QList<ConversationRecord>& records) { restore(records); },
        [this] { emit restored(false); });
}

ConversationList::~ConversationList() = default;

void ConversationList::followFolders()
{
    connect(&m_folders, &ConversationFolders::renamed, this,
        [this](const QString& from, const QString& to) {
            for (Conversation* conversation : QList(m_rows))
                if (conversation->storedRecord().folder == from)
                    conversation->setFolder(to);
        });
    connect(&m_folders, &ConversationFolders::removed, this, [this](const QString& name) {
        for (Conversation* conversation : QList(m_rows))
            if (conversation->storedRecord().folder == name)
                conversation->setFolder({});
    });
    connect(&m_folders, &ConversationFolders::changed, this, [this] {
        if (m_store)
            m_store->saveFolders(m_folders.all());
    });
}

// A message may have been sent before the disk answered: those rows stay where they belong.
void ConversationList::restore(const QList<ConversationRecord>& records)
{
    QList<ConversationRecord> unsent;
    beginResetModel();
    for (const ConversationRecord& record : records) {
        if (record.leaf == noMessage) {
            unsent << record;
            continue;
        }
        auto* conversation = new Conversation(record, this);
        watch(conversation);
        m_rows << conversation;
    }
    std::ranges::stable_sort(m_rows, comesBefore);
    endResetModel();
    for (const Conversation* conversation : QList(m_rows)) // else it could not be reached
        if (!conversation->storedRecord().folder.isEmpty()
            && !m_folders.contains(conversation->storedRecord().folder))
            m_folders.add(conversation->storedRecord().folder);
    restoreDrafts(unsent);
}

// Restores new chats that were never sent; only their drafts were stored.
void ConversationList::restoreDrafts(const QList<ConversationRecord>& unsent)
{
    if (unsent.isEmpty()) {
        emit restored(true);
        return;
    }
    for (const ConversationRecord& record : unsent) {
        const auto reportLast = [this, isLast = &record == &unsent.last()] {
            if (isLast)
                emit restored(true);
        };
        m_store->loadContents(
            record.id, this,
            [this, record, reportLast](const ConversationContents& contents) {
                takeDraft(record, contents);
                reportLast();
            },
            reportLast);
    }
}

void ConversationList::takeDraft(
    const ConversationRecord& record, const ConversationContents& contents)
{
    Conversation* conversation = newConversation();
    if (!conversation->draft().isEmpty() || !conversation->queue().isEmpty())
        return; // something was written meanwhile; the old draft waits for the next start
    conversation->setSettings(record.settings);
    conversation->setDraft({record.draft, contents.draft.pictures, contents.draft.attachments});
    QList<QueuedMessage> queue;
    for (const Draft& draft : contents.queue)
        queue << QueuedMessage{.draft = draft};
    if (!queue.isEmpty()) // its messages were deleted
        conversation->setQueue(queue);
    if (!conversation->draft().isEmpty()) // on the disk again before the old one is removed
        m_store->saveDraft(conversation->record(), conversation->draft());
    m_store->erase(record.id);
}

Conversation* ConversationList::find(const QString& id) const
{
    const auto found = std::ranges::find_if(
        m_rows, [&id](const Conversation* conversation) { return conversation->id() == id; });
    return found == m_rows.end() ? nullptr : *found;
}

Conversation* ConversationList::newConversation()
{
    return handOut(m_empty, Conversation::Keeping::Stored);
}

Conversation* ConversationList::newTemporary()
{
    return handOut(m_emptyTemporary, Conversation::Keeping::Temporary);
}

Conversation* ConversationList::handOut(Conversation*& place, Conversation::Keeping keeping)
{
    if (place)
        return place;
    place = new Conversation(this, keeping);
    watch(place);
    return place;
}

Conversation* ConversationList::duplicate(const Conversation* conversation, MessageId until)
{
    CHECK(conversation->isLoaded());
    ConversationRecord record = conversation->record();
    record.title = tr("%1 (copy)", "the name of a conversation").arg(conversation->title());
    record.titleOrigin = TitleOrigin::User;
    record.isPinned = false;
    record.draft.clear();
    record.changed = QDateTime::currentMSecsSinceEpoch();
    QList<Message> messages
        = until == noMessage ? conversation->tree().messages() : onlyUntil(*conversation, until);
    if (until != noMessage)
        record.leaf = messages.size() - 1;
    return add(record, messages,
        conversation->isTemporary() ? Conversation::Keeping::Temporary
                                    : Conversation::Keeping::Stored);
}

Conversation* ConversationList::add(
    const ConversationRecord& record, const QList<Message>& messages, Conversation::Keeping keeping)
{
    QList<Message> ended = messages;
    endOpenAnswers(ended);
    auto* conversation = new Conversation(withOwnId(record), this, keeping);
    conversation->restore({ended, {}});
    watch(conversation);
    insert(conversation);
    if (m_saver && !conversation->isTemporary())
        m_saver->saveAll(conversation);
    return conversation;
}

bool ConversationList::containsTwin(const ConversationRecord& record) const
{
    return std::ranges::any_of(m_rows, [&record](const Conversation* row) {
        return row->storedRecord().created == record.created && row->title() == record.title;
    });
}

Conversation* ConversationList::import(const ConversationRecord& record,
    const QList<Message>& messages, QObject* receiver, const std::function<void()>& kept,
    const std::function<void()>& notKept)
{
    const QPointer<QObject> alive(receiver);
    const auto call = [alive, isWanted = receiver != nullptr](const std::function<void()>& what) {
        if (what && isWanted && alive)
            what();
    };
    ConversationRecord own = record;
    if (containsTwin(record)) {
        own.title = tr("%1 (imported)", "the name of a conversation").arg(record.title);
        own.titleOrigin = TitleOrigin::User;
    }
    if (!m_store) {
        QMetaObject::invokeMethod(
            this, [call, kept] { call(kept); }, Qt::QueuedConnection);
        return add(own, withPixels(messages));
    }
    own = withOwnId(own);
    Conversation whole(own);
    whole.restore({messages, {}});
    own = whole.record();
    auto* conversation = new Conversation(own, this);
    m_store->saveMessages( // before the row is there: who opens it at once finds them
        own, messages, this, [call, kept] { call(kept); },
        [this, call, notKept, conversation] {
            remove(conversation); // its messages are nowhere
            forget(conversation);
            call(notKept);
        });
    watch(conversation);
    insert(conversation);
    return conversation;
}

ConversationRecord ConversationList::withOwnId(const ConversationRecord& record)
{
    ConversationRecord own = record;
    own.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    if (!own.folder.isEmpty() && !m_folders.contains(own.folder))
        m_folders.add(own.folder);
    return own;
}

void ConversationList::watch(Conversation* conversation)
{
    connect(conversation, &Conversation::rowAppended, this, [this, conversation] {
        // One that was kept while it was empty is neither of the two.
        const bool isFirst = rowOf(conversation) < 0 && conversation->tree().messages().size() == 1;
        if (isFirst || conversation == m_empty || conversation == m_emptyTemporary)
            insert(conversation);
        else
            reposition(conversation);
    });
    connect(conversation, &Conversation::recordChanged, this,
        [this, conversation] { reposition(conversation); });
    connect(conversation, &Conversation::titleChanged, this,
        [this, conversation] { notifyChanged(conversation); });
    connect(conversation, &Conversation::writingChanged, this,
        [this, conversation] { notifyChanged(conversation); });
    connect(conversation, &Conversation::kept, this, [this, conversation] { keep(conversation); });
    connect(conversation, &Conversation::messagesRemoved, this,
        [this, conversation] { emit messagesRemoved(conversation->id()); });
    if (m_saver && !conversation->isTemporary())
        m_saver->watch(conversation);
}

// A temporary one is to stay.
void ConversationList::keep(Conversation* conversation)
{
    if (conversation == m_emptyTemporary)
        m_emptyTemporary = nullptr; // the next one is temporary again
    if (m_saver) {
        m_saver->watch(conversation);
        if (!conversation->tree().messages().isEmpty())
            m_saver->saveAll(conversation);
    }
    if (conversation->isEmpty() && !m_empty)
        m_empty = conversation;
    notifyChanged(conversation);
}

void ConversationList::load(Conversation* conversation)
{
    if (!m_store)
        return;
    m_opened->use(conversation);
    if (conversation->isLoaded())
        return;
    m_store->loadContents(conversation->id(), conversation,
        [conversation](const ConversationContents& contents) { conversation->restore(contents); });
}

void ConversationList::open(Conversation* conversation)
{
    if (m_opened)
        m_opened->setShown(conversation);
    load(conversation);
}

void ConversationList::setMaxPictureBytes(qint64 bytes)
{
    if (m_opened)
        m_opened->setMaxPictureBytes(bytes);
}

void ConversationList::remove(Conversation* conversation)
{
    const int row = rowOf(conversation);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    m_rows.removeAt(row);
    endRemoveRows();
    if (m_store && !conversation->isTemporary())
        m_store->setDeleted(conversation->id(), true);
}

void ConversationList::putBack(Conversation* conversation)
{
    if (rowOf(conversation) >= 0)
        return;
    if (!m_folders.contains(conversation->storedRecord().folder))
        conversation->setFolder({});
    insert(conversation);
    if (m_store && !conversation->isTemporary())
        m_store->setDeleted(conversation->id(), false);
}

void ConversationList::forget(Conversation* conversation)
{
    if (!m_store || conversation->isTemporary() || rowOf(conversation) >= 0)
        return;
    m_saver->forget(conversation);
    m_store->erase(conversation->id());
}

void ConversationList::insert(Conversation* conversation)
{
    const int row = placeFor(conversation);
    beginInsertRows({}, row, row);
    m_rows.insert(row, conversation);
    if (m_empty == conversation)
        m_empty = nullptr;
    if (m_emptyTemporary == conversation)
        m_emptyTemporary = nullptr;
    endInsertRows();
}

void ConversationList::reposition(Conversation* conversation)
{
    const int row = rowOf(conversation);
    if (row < 0)
        return;
    const int place = placeFor(conversation);
    if (place != row) {
        // Qt counts the index to move to with the row still in the list.
        beginMoveRows({}, row, row, {}, place > row ? place + 1 : place);
        m_rows.move(row, place);
        endMoveRows();
    }
    notifyChanged(conversation);
}

// Its row among the others.
int ConversationList::placeFor(const Conversation* conversation) const
{
    return int(std::ranges::count_if(m_rows, [conversation](const Conversation* other) {
        return other != conversation && comesBefore(other, conversation);
    }));
}

int ConversationList::rowOf(const Conversation* conversation) const
{
    return int(m_rows.indexOf(const_cast<Conversation*>(conversation)));
}

void ConversationList::notifyChanged(const Conversation* conversation)
{
    const int row = rowOf(conversation);
    if (row >= 0)
        emit dataChanged(index(row), index(row));
}

int ConversationList::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant ConversationList::data(const QModelIndex& index, int role) const
{
    Conversation* conversation = m_rows.value(index.row());
    return conversation ? conversationData(conversation, role) : QVariant();
}

QVariant ConversationList::conversationData(Conversation* conversation, int role)
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return conversation->title();
    case Qt::ToolTipRole:
        return plainToolTip(conversation->title());
    case Qt::AccessibleTextRole:
        if (conversation->isWriting())
            return tr("%1, generating").arg(conversation->title());
        return conversation->isTemporary() ? tr("%1, temporary").arg(conversation->title())
                                           : conversation->title();
    case WritingRole:
        return conversation->isWriting();
    case PinnedRole:
        return conversation->storedRecord().isPinned;
    case TemporaryRole:
        return conversation->isTemporary();
    case ConversationRole:
        return QVariant::fromValue(conversation);
    default:
        return {};
    }
}

bool ConversationList::setData(const QModelIndex& index, const QVariant& title, int role)
{
    Conversation* conversation = m_rows.value(index.row());
    if (!conversation || role != Qt::EditRole)
        return false;
    if (title.toString() != conversation->title())
        conversation->rename(title.toString());
    return true;
}

Qt::ItemFlags ConversationList::flags(const QModelIndex& index) const
{
    return QAbstractListModel::flags(index) | Qt::ItemIsEditable;
}

Conversation* conversationAt(const QModelIndex& index)
{
    return index.data(ConversationList::ConversationRole).value<Conversation*>();
}

} // namespace services
