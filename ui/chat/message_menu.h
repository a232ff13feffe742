#pragma once

#include "services/conversations/message.h"
#include "ui/chat/message_wish.h"

#include <functional>

class QMenu;
class QWidget;

namespace ui {

/// An answer that stops short of its end and may be written on.
bool canContinue(const services::Message& message, const MessagePlace& place);

/// Everything that can be asked for at a message. Owned by `parent`, deleted when it closes.
QMenu* makeMessageMenu(const services::Message& message, const MessagePlace& place,
    std::function<void(MessageWish)> wish, QWidget* parent);

} // namespace ui
