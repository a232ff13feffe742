#pragma once

#include "services/conversations/conversation_store.h"

#include <QAbstractListModel>
#include <QPointer>
#include <QTimer>

namespace services {

class Conversation;
class ConversationList;

/// The results of a search as a list model: first, while the user types, the conversations with the
/// words in their titles; shortly afterwards the messages that contain them. Also has the roles of
/// ConversationList.
class ConversationSearch : public QAbstractListModel {
    Q_OBJECT

public:
    static constexpr int maxHits = 50; ///< of messages

    enum Role {
        MessageRole = Qt::UserRole + 100, ///< MessageId; noMessage for a title
        ExcerptRole, ///< of the message, see SearchHit; empty for a title
    };

    /// The list must outlive the search, and so must the store; null: names only.
    ConversationSearch(
        ConversationList& conversations, ConversationStore* store, QObject* parent = nullptr);

    /// An empty text finds nothing.
    void setText(const QString& text);

    /// Sets which messages are searched. Titles are searched only without a filter.
    void setFilter(const SearchFilter& filter);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& title, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void finished(); ///< the rows have everything that can be found for the text

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

/// An excerpt (see SearchHit) without the marks around the found words.
QString withoutMarks(QString excerpt);

} // namespace services
