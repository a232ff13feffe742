#pragma once

#include "services/conversations/conversation.h"
#include "services/models/model_id_text.h"
#include "ui/chat/chat_selection.h"
#include "ui/chat/chat_view_rows.h"
#include "ui/chat/message_actions.h"
#include "ui/chat/message_view.h"
#include "ui/chat/model_names.h"

#include <QAbstractScrollArea>
#include <QHash>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <functional>

class QPushButton;

namespace ui {

class AnswerAnnouncer;
class FigurePictures;
class UndoBar;

/// The messages of a conversation, in a column of readable width. Only the rows in sight have
/// widgets, so a conversation may have any length. While the end of an answer that is being written
/// is in sight, the view follows it; scrolling up stops that, and a button jumps back to the end.
/// The arrow keys go from message to message, Tab through the buttons of each as well. The mouse
/// selects text across messages, Ctrl+A all of it; Ctrl+C copies that, Esc or a click ends it.
class ChatView : public QAbstractScrollArea {
    Q_OBJECT

public:
    static constexpr int maxColumnWidth = 760; ///< in pixels

    explicit ChatView(QWidget* parent = nullptr);
    ~ChatView() override;

    /// Shows a conversation from its end; null shows nothing.
    void setConversation(services::Conversation* conversation);
    services::Conversation* conversation() const { return m_conversation; }

    /// The model that answers now: of answers by others it is said who wrote them.
    void setModelNames(const ModelNames& names) { m_modelNames = names; }
    /// Sets the model that answers now. Answers that other models wrote are labeled with the
    /// model's name.
    void setCurrentModel(const services::ModelId& model);

    /// Sets the messages that the model does not read any more; a line says so below the last of
    /// them.
    void setUnread(const QSet<services::MessageId>& unread);

    /// Says whether models are computed on a GPU: if an answer fails there, the CPU is offered.
    void setOnCard(bool isOnCard);

    /// Sets the name of the model that can answer again where the built-in one was not sure; empty:
    /// there is none.
    void setBetterModel(const QString& name);

    /// Makes the images of figures that sources show. Must outlive the view.
    void setFigures(FigurePictures* figures);

    /// The model that is offered where the built-in one is not sure; it must outlive the view.
    void setPhotoModel(services::PhotoModel* model);

    /// Sets what compares answers with the images that they are about; null: nothing is compared. Must
    /// outlive the view.
    void setPictureChecks(services::PictureChecks* checks);
    /// What reads the places of facts again, from now on; null, as at first: nothing does.
    void setPlaceChecks(services::PlaceChecks* checks) { m_placeChecks = checks; }
    /// Whether answers about receipts and forms that end from now on do so by themselves.
    void setReadsFormsAgain(bool reads) { m_readsFormsAgain = reads; }

    /// Draws a line around the message that is being edited; noMessage: none is.
    void setEdited(services::MessageId message);
    void setSpoken(services::MessageId message); ///< that is read aloud; noMessage: none

    /// Null if the row is out of sight.
    MessageView* viewOf(int row) const { return m_views.value(row); }
    int firstRowInSight() const; ///< −1 if there are no rows
    bool isFollowing() const { return m_following; }
    void scrollToEnd();
    void scrollToRow(int row); ///< to the top of the view, if there is enough below it

    /// Shows a message of the branch at the first occurrence of these words, which are marked in
    /// it.
    void scrollToMessage(services::MessageId message, const QStringList& markedWords = {});

    /// Marks words in every message or, if `only` is given, in that message alone. An empty list
    /// removes the marks.
    void setMarkedWords(const QStringList& words, services::MessageId only = services::noMessage);

    /// Scrolls to one of the occurrences in a message and highlights it.
    void showMark(services::MessageId message, int index);

    void selectAll();
    void copySelection() const; ///< what is selected across messages, see ChatSelection
    bool clearSelection(); ///< returns true if something was selected across messages

    /// Says at the lower edge what was done and offers for a while to undo it.
    /// See UndoBar::offer(); it ends when another conversation is shown.
    void offerUndo(const QString& message, std::function<void()> undo, std::function<void()> gone);

signals:
    void requested(services::MessageId message, const ui::MessageAction& action);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    static constexpr int topMargin = 20; // above the first and below the last row, pixels

    void reset();
    void changeBranch();
    int rowsInCommon() const;
    void appendRow(int row);
    void onMessageChanged(int row);
    void onMessageTouched(services::MessageId id);
    void showChanges();
    void showRowsAgain();
    MessageContext::Above readingAbove(int row) const;

    MessageView* ensureView(int row);
    void showRow(MessageView* view, int row);
    void addPictures(MessageContext& context, int row) const;
    MessageView* makeView(services::Author author);
    void dropView(MessageView* view);
    void dropViewsFrom(int row);
    void request(services::MessageId message, const MessageAction& action);

    void followSelection(MessageView* view);
    void beginSelection(MessageView* view, const TextPosition& position, bool goesOn);
    void dragSelection(const QPoint& point);
    void scrollSelection();
    void extendSelection();
    void endDrag();
    void showSelection();

    void layOutRows();
    void settle();
    int64_t anchorTop();
    void measureVisible(int64_t top);
    void placeViews(int64_t top);
    void placeOverlays();
    void setScrollValue(int64_t value);
    QRect column() const;
    std::pair<int, int> rowsInSight(int64_t top) const;

    void focusRow(int row);
    int rowWithFocus() const; // −1: none in sight
    bool walkRows(int step);
    bool scrollSideways(int step);
    bool actOnRow(QKeyEvent* event);
    bool actOnSelection(QKeyEvent* event);
    QList<QWidget*> stopsIn(int row) const;
    QList<QWidget*> stopsOnTop() const;

    QPointer<services::Conversation> m_conversation;
    ModelNames m_modelNames = modelName;
    services::ModelId m_currentModel;
    bool m_isOnCard = false;
    QString m_betterModel; // a name
    services::PhotoModel* m_photoModel = nullptr;
    FigurePictures* m_figures = nullptr;
    services::PictureChecks* m_pictureChecks = nullptr;
    services::PlaceChecks* m_placeChecks = nullptr;
    bool m_readsFormsAgain = false;
    QSet<services::MessageId> m_written; // answers that were still being written when they changed last
    QSet<services::MessageId> m_toReadAgain; // those that ended, of which some facts will be read again
    QSet<services::MessageId> m_unread;
    QList<services::MessageId> m_ids; // of the rows
    RowHeights m_heights;
    QHash<int, MessageView*> m_views; // of the rows in sight
    QList<MessageView*> m_spare; // hidden, for rows that come into sight
    QSet<int> m_changedRows; // since the last flush
    QTimer m_flush; // so that a stream of tokens repaints at most 30 times a second
    QTimer m_settle; // heights changed, which asks for another layout
    ChatSelection m_selection;
    MessageView* m_dragOrigin = nullptr; // while the mouse selects: where it was pressed
    QPoint m_dragPlace; // … and where it is on the screen
    QTimer m_dragScroll; // while that is beyond an edge
    QPushButton* m_jump;
    UndoBar* m_undo;
    AnswerAnnouncer* m_announcer;
    int m_walkedRow = 0; // that Tab was in last
    int m_anchorRow = 0; // the first row in sight …
    MessageView::Anchor m_anchor; // … and its position at the edge, while not following
    services::MessageId m_edited = services::noMessage;
    services::MessageId m_spoken = services::noMessage;
    QStringList m_markedWords;
    services::MessageId m_markedMessage = services::noMessage; // the only one; none: all
    services::MessageId m_currentMarkMessage = services::noMessage;
    int m_currentMark = -1;
    bool m_isMarkAwaited = false; // its message is still being read
    bool m_following = true;
    bool m_layingOut = false;
};

} // namespace ui
