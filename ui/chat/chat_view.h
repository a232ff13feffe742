#pragma once

#include "services/conversations/conversation.h"
#include "ui/chat/row_heights.h"

#include <QAbstractScrollArea>
#include <QHash>
#include <QPointer>
#include <QSet>
#include <QTimer>

class QPushButton;

namespace ui {

class MessageView;

/// The messages of a conversation, in a column of readable width. There are widgets only for the
/// rows in sight, so a conversation may be as long as it likes. Follows an answer that is being
/// written while its end is in sight; scrolling up stops that, a button jumps back.
class ChatView : public QAbstractScrollArea {
    Q_OBJECT

public:
    static constexpr int maxColumnWidth = 760; ///< pixels

    explicit ChatView(QWidget* parent = nullptr);

    /// Shows a conversation from its end; null shows nothing.
    void setConversation(services::Conversation* conversation);

    MessageView* viewOf(int row) const { return m_views.value(row); } ///< null out of sight
    bool isFollowing() const { return m_following; }
    void scrollToEnd();
    void scrollToRow(int row); ///< to the top, where there is enough below it

signals:
    void editRequested(services::MessageId question);
    void againRequested(services::MessageId answer);
    void continueRequested(services::MessageId answer);
    void versionRequested(services::MessageId shown, int step); ///< −1: before it, 1: after it

protected:
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void changeEvent(QEvent* event) override;

private:
    void reset();
    void changeBranch();
    int rowsInCommon() const;
    void dropViewsFrom(int row);
    void showRow(MessageView* view, int row);
    void connectActions(MessageView* view, services::MessageId message);
    void walkVersions(services::MessageId message, int step);
    void appendRow(int row);
    void onMessageChanged(int row);
    void showChanges();
    void layOutRows();
    void measureVisible(int64_t top);
    void placeViews(int64_t top);
    MessageView* ensureView(int row);
    void setScrollValue(int64_t value);
    QRect column() const;
    std::pair<int, int> rowsInSight(int64_t top) const;

    QPointer<services::Conversation> m_conversation;
    QList<services::MessageId> m_ids; // of the rows
    RowHeights m_heights;
    QHash<int, MessageView*> m_views; // of the rows in sight
    QSet<int> m_changedRows; // since the last flush
    QTimer m_flush; // so that a stream of tokens repaints at most 30 times a second
    QPushButton* m_jump;
    int m_anchorRow = 0; // the first row in sight …
    int64_t m_anchorOffset = 0; // … and how much of it is above the edge, while not following
    bool m_following = true;
    bool m_layingOut = false;
};

} // namespace ui
