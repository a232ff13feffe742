#pragma once

#include "services/conversations/message.h"

#include <QString>

namespace ui {

/// The text of a message as it is copied and searched. For an answer: without what the model
/// thought.
QString shownTextOf(const services::Message& message);

QString markdownOf(const services::Message& message);
QString plainTextOf(const services::Message& message); ///< the text without Markdown's marks
/// The last block of code of an answer; empty if it has none.
QString lastCodeOf(const services::Message& message);

/// What a report about a failed answer should say. It holds nothing of the conversation.
QString detailsOf(const services::Message& message);

} // namespace ui
