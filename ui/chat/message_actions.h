#pragma once

#include "services/conversations/message.h"
#include "ui/chat/message_wish.h"

#include <QWidget>

namespace ui {

class IconButton;
class TextLabel;

/// The buttons below a message: go through its versions, edit it or have it answered again, copy,
/// continue, and a menu with the rest. The buttons of a user's message are visible while the
/// pointer is on the message or one of them has the focus.
class MessageActions : public QWidget {
    Q_OBJECT

public:
    explicit MessageActions(services::Author author, QWidget* parent);

    void update(const services::Message& message, const MessagePlace& place);
    void setRevealed(bool revealed); ///< true while the pointer is on the message

    /// Moves the focus to the button that goes in this direction or, at the last version, to the
    /// other one.
    void focusVersions(int step);

    bool isNeeded() const { return m_isNeeded; } ///< true if there is a button to show

signals:
    void versionRequested(int step); ///< −1: the previous version, 1: the next
    void wished(ui::MessageWish wish);
    void menuRequested(const QPoint& place); ///< a point of the screen

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
