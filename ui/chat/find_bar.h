#pragma once

#include "services/conversations/message.h"

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace services {
class Conversation;
}

namespace ui {

class Announcer;
class ChatView;
class IconButton;
class SearchField;
class TextLabel;

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

/// Finds words in the conversation that is shown: marks and counts all occurrences and goes from
/// one to the next. Hidden until it is opened.
class FindBar : public QWidget {
    Q_OBJECT

public:
    /// The view must outlive the bar.
    explicit FindBar(ChatView& chat, QWidget* parent = nullptr);

    void setConversation(services::Conversation* conversation);

    void open(); ///< with the words of the previous search
    bool close(); ///< returns true if it was open
    void findNext();
    void findPrevious();

    SearchField* field() const { return m_field; }
    QString countText() const; ///< a text such as "3 of 17"

signals:
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void setWords(const QString& words);
    void showFound();
    void showCurrent();
    void step(int difference);
    void updateCount();

    ChatView& m_chat;
    MessageFinder m_finder;
    SearchField* m_field;
    TextLabel* m_count;
    IconButton* m_previous;
    IconButton* m_next;
    Announcer* m_announcer;
    int m_current = -1; // of the matches
    bool m_isNewWord = false; // the first match for it has not been shown yet
};

} // namespace ui
