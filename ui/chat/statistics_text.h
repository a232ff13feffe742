#pragma once

#include "services/conversations/message.h"

namespace ui {

/// One line about how an answer came about; empty for the user's messages and for open answers.
QString statisticsText(const services::Message& message);

} // namespace ui
