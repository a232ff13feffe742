#pragma once

#include "services/conversations/conversation_store.h"

#include <QAbstractListModel>
#include <QPointer>
#include <QTimer>

namespace services {

class Conversation;
class ConversationList;

/// What is found for some words: first the conversations that have them in their names, as they are
/// typed; shortly after, the messages that hold them. Answers to the roles of ConversationList,
/// too.
class ConversationSearch : public QAbstractListModel {
    Q_OBJECT

public:
    static constexpr int maxHits = 50; ///< messages

    enum Role {
        MessageRole = Qt::UserRole + 100, ///< MessageId; noMessage for a name
        ExcerptRole, ///< of the message, as in SearchHit; empty for a name
    };

    /// The list must outlive the search, and so must the store; null: names only.
    ConversationSearch(
        ConversationList& conversations, ConversationStore* store, QObject* parent = nullptr);

    /// Nothing is found for an empty text.
    void setText(const QString& text);

    /// Which messages are looked through; names are found only without a filter.
    void setFilter(const SearchFilter& filter);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& title, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void finished(); ///< all that can be found for the text is in the rows

private:
    struct Row {
        QPointer<Conversation> conversation;
        MessageId message = noMessage;
        QString excerpt;
    };

    void findNames();
    void findMessages();
    void addHits(const QList<SearchHit>& hits);
    bool saysNameAgain(const Conversation* conversation, const QString& excerpt) const;
    void leaveOutDeleted();

    ConversationList& m_conversations;
    ConversationStore* m_store;
    QString m_text;
    SearchFilter m_filter;
    QList<Row> m_rows;
    QTimer m_timer; // until the messages are searched, for more may be typed
};

/// An excerpt, as in SearchHit, without the marks around what was found.
QString withoutMarks(QString excerpt);

} // namespace services
