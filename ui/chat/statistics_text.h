#pragma once

#include "services/conversations/message.h"

namespace ui {

/// One line about how an answer came about; empty for the user's messages and for open answers.
QString statisticsText(const services::Message& message);

/// The line below a message: who answered, if that is to be said, its statistics and, while it is
/// pointed at, when it was written.
QString footerText(const services::Message& message, const QString& modelName, bool isPointedAt);

} // namespace ui
