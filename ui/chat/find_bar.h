#pragma once

#include "ui/chat/message_finder.h"

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
