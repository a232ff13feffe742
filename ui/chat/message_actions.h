#pragma once

#include "services/conversations/message.h"

#include <QWidget>

class QLabel;

namespace ui {

class IconButton;

/// Where a message stands in its conversation.
struct MessagePlace {
    int version = 0; ///< of the versions, from 0
    int versions = 1;
    bool isLast = false; ///< of its branch
};

/// The line of buttons below a message: walk its versions, edit or write again, copy, continue.
/// Those of a user's message are seen while the pointer is on it or one of them has the focus.
class MessageActions : public QWidget {
    Q_OBJECT

public:
    explicit MessageActions(services::Author author, QWidget* parent);

    void update(const services::Message& message, const MessagePlace& place);
    void setRevealed(bool revealed); ///< the pointer is on the message

    /// Moves the focus to the button that walks that way, or the other at the last version.
    void focusVersions(int step);

    bool isNeeded() const { return m_isNeeded; } ///< there is a button to show

signals:
    void versionRequested(int step); ///< −1: the one before, 1: the one after
    void editRequested();
    void againRequested();
    void continueRequested();
    void copyRequested();

private:
    IconButton* add(const QString& icon, const QString& name, void (MessageActions::*wish)());
    void addVersions();
    bool isUser() const { return m_author == services::Author::User; }

    services::Author m_author;
    IconButton* m_previous;
    QLabel* m_version;
    IconButton* m_next;
    IconButton* m_copy;
    IconButton* m_edit; // of a user's message
    IconButton* m_again; // of an answer, as below
    IconButton* m_continue;
    bool m_isNeeded = false;
};

} // namespace ui
