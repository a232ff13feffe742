#pragma once

#include "services/conversations/message.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace services {
class Conversation;
}

namespace ui {

/// Finds words in the shown branch of a conversation, in the order of the messages, whether or not
/// a message is in sight. Searches in the background, and again whenever the messages change.
class MessageFinder : public QObject {
    Q_OBJECT

public:
    /// An occurrence: the message, and which of the occurrences in it.
    struct Match {
        services::MessageId message = services::noMessage;
        int index = 0;

        bool operator==(const Match&) const = default;
    };

    explicit MessageFinder(QObject* parent = nullptr);

    void setConversation(services::Conversation* conversation);
    /// Upper and lower case count as equal; empty: nothing is found.
    void setWords(const QString& words);

    int count() const { return m_count; }
    Match match(int number) const; ///< counted from 0
    int firstFrom(int row) const; ///< the number of the first match in this row or below it, or 0

signals:
    void found(); ///< the results for the present words and messages are ready

private:
    struct Found {
        services::MessageId message;
        int count;
    };

    void look();
    void lookSoon();
    void take(const QList<Found>& all);
    static QList<Found> countIn(const QList<services::Message>& messages,
        const QList<services::MessageId>& branch, const QString& words);

    QPointer<services::Conversation> m_conversation;
    QString m_words;
    QList<Found> m_found; // the messages that have any
    int m_count = 0;
    quint64 m_search = 0; // the last one, for an earlier one may end later
    QTimer m_soon;
};

} // namespace ui
