#pragma once

#include "services/conversations/message.h"
#include "ui/chat/message_wish.h"

#include <functional>

class QMenu;
class QWidget;

namespace ui {

/// True for an answer that stopped before its end and can be continued.
bool canContinue(const services::Message& message, const MessagePlace& place);

/// A menu of everything that can be asked for at a message. `parent` owns it; it is deleted when it
/// closes.
QMenu* makeMessageMenu(const services::Message& message, const MessagePlace& place,
    std::function<void(MessageWish)> wish, QWidget* parent);

} // namespace ui
