#pragma once

#include "services/conversations/message.h"

#include <QString>

namespace ui {

// What the clipboard gets of a message, and what is looked through for words.

/// What stands in the message as its text: of an answer, without what the model thought.
QString shownTextOf(const services::Message& message);

QString markdownOf(const services::Message& message);
QString plainTextOf(const services::Message& message); ///< the same without marks
QString lastCodeOf(const services::Message& message); ///< of an answer; empty if it has none

/// What a report of an answer that failed needs to say. Nothing of the conversation is in it.
QString detailsOf(const services::Message& message);

} // namespace ui
