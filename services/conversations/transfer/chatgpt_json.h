#pragma once

#include "services/conversations/transfer/transfer.h"

#include <QJsonObject>

namespace services {

/// True if the object looks like a conversation of a ChatGPT export.
bool isChatGptConversation(const QJsonObject& object);

/// Reads a conversation of the conversations.json that ChatGPT exports: its questions and answers
/// with all branches. Messages to tools and of the system are left out, and so are images. The
/// result has no messages if there is nothing to show. The input may come from anyone.
ExportedConversation chatGptConversation(const QJsonObject& object);

} // namespace services
