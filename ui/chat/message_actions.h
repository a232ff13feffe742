#pragma once

#include "services/conversations/message.h"
#include "ui/chat/message_wish.h"

#include <QWidget>

namespace ui {

class IconButton;
class TextLabel;

/// The line of buttons below a message: walk its versions, edit or write again, copy, continue, and
/// a menu with the rest. Those of a user's message are seen while the pointer is on it or one of
/// them has the focus.
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
    void wished(ui::MessageWish wish);
    void menuRequested(const QPoint& place); ///< on the screen

private:
    IconButton* add(const QString& icon, const QString& name);
    IconButton* add(const QString& icon, const QString& name, MessageWish wish);
    void addVersions();
    bool isUser() const { return m_author == services::Author::User; }

    services::Author m_author;
    IconButton* m_previous;
    TextLabel* m_version;
    IconButton* m_next;
    IconButton* m_compare;
    IconButton* m_copy;
    IconButton* m_edit; // of a user's message
    IconButton* m_again; // of an answer, as below
    IconButton* m_continue;
    IconButton* m_more;
    bool m_isNeeded = false;
};

} // namespace ui
