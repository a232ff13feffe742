#pragma once

#include "services/conversations/transfer/exported_conversation.h"

#include <QJsonObject>

namespace services {

/// Whether the object looks like a conversation of a ChatGPT export.
bool isChatGptConversation(const QJsonObject& object);

/// A conversation out of the conversations.json that ChatGPT exports: its questions and answers
/// with all branches. What was said to tools and the system is left out, and so are pictures. It
/// has no messages if there is nothing to show. The input may be anyone's.
ExportedConversation chatGptConversation(const QJsonObject& object);

} // namespace services
