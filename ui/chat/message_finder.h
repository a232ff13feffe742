#pragma once

#include "services/conversations/message.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace services {
class Conversation;
}

namespace ui {

/// Where some words stand in the branch of a conversation that is shown, in its order, whether or
/// not a message is in sight. Looks for them in the background, again whenever the messages change.
class MessageFinder : public QObject {
    Q_OBJECT

public:
    /// One of the occurrences: in this message, of those in it.
    struct Match {
        services::MessageId message = services::noMessage;
        int index = 0;

        bool operator==(const Match&) const = default;
    };

    explicit MessageFinder(QObject* parent = nullptr);

    void setConversation(services::Conversation* conversation);
    void setWords(const QString& words); ///< case does not matter; empty: nothing is found

    int count() const { return m_count; }
    Match match(int number) const; ///< from 0
    int firstFrom(int row) const; ///< the number of the first match from this row on, or 0

signals:
    void found(); ///< what is found for the words, or the messages, as they are now

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
