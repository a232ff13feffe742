#pragma once

#include "services/conversations/documents/document_question.h"
#include "services/conversations/message.h"
#include "services/models/model_id.h"

#include <optional>

namespace services {

class Conversation;
class Settings;

/// What is to be asked of documents for an open answer. Nothing if it has neither documents nor a
/// library to ask, or has its sources already and only goes on.
std::optional<DocumentQuestion> documentQuestionOf(
    const Conversation& conversation, MessageId answer, const Settings& settings);

} // namespace services
