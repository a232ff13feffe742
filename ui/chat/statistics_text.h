#pragma once

#include "services/conversations/message.h"

namespace ui {

/// One line about how an answer was made. Empty for the user's messages; only the speed for answers
/// that are being written.
QString statisticsText(const services::Message& message);

/// The line below a message: who answered, if `modelName` says so; the statistics; and, while the
/// pointer is on the message, when it was written.
QString footerText(const services::Message& message, const QString& modelName, bool isPointedAt);

} // namespace ui
