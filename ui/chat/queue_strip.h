#pragma once

#include "services/conversations/message.h"

#include <QAbstractButton>
#include <QList>
#include <QScrollArea>

#include <functional>

class QPushButton;
class QVBoxLayout;

namespace ui {

class IconButton;
class TextLabel;
class UndoBar;

/// A queued message as a chip: its first words and how many files go with it. A click edits it, its
/// button and Delete remove it.
class QueuedChip : public QWidget {
    Q_OBJECT

public:
    explicit QueuedChip(QWidget* parent = nullptr);

    /// `number` is its place in the queue, from 1.
    void setMessage(const services::QueuedMessage& message, int number);
    void setEdited(bool isEdited); ///< it is in the prompt box

    QAbstractButton* tile() const;

signals:
    void editRequested();
    void removeRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    class Tile;

    Tile* m_tile;
    IconButton* m_remove;
};

/// The queued messages of a chat, the next one first, with a line that says when they are sent and a
/// button that sends the first. Hidden if there is nothing to show.
class QueueStrip : public QWidget {
    Q_OBJECT

public:
    explicit QueueStrip(QWidget* parent = nullptr);

    /// `state` says when they are sent, or why they are not.
    void setQueue(const QList<services::QueuedMessage>& queue, const QString& state);
    void setEdited(qint64 message); ///< 0: none

    /// Says what was deleted and offers to undo it.
    void offerUndo(const QString& message, const std::function<void()>& undo);
    void withdrawUndo();

    bool isEmpty() const { return m_rows.isEmpty(); }
    QList<QueuedChip*> chips() const;
    QPushButton* sendButton() const { return m_send; }
    TextLabel* state() const { return m_state; }
    UndoBar* undoBar() const { return m_undo; }

signals:
    void sendRequested(); ///< the first, at once
    void editRequested(qint64 message);
    void removeRequested(qint64 message);
    void focusLeft(); ///< what had it has gone

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row {
        qint64 message = 0;
        QueuedChip* chip = nullptr; // owned by the area
    };

    QueuedChip* addChip(qint64 message);
    bool removeOthers(const QList<services::QueuedMessage>& queue);
    void fitHeight();
    void fitVisibility();

    TextLabel* m_state;
    QPushButton* m_send;
    QWidget* m_heading; // both
    QScrollArea* m_area; // of the chips
    QVBoxLayout* m_column; // within
    UndoBar* m_undo;
    QList<Row> m_rows;
};

} // namespace ui
