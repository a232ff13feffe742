#pragma once

#include "services/generation/conversation_use.h"
#include "services/generation/generation_settings.h"

#include <QImage>
#include <QList>
#include <QString>

namespace services {

/// One message of a request, for any thread.
struct RequestMessage {
    QString role; ///< "system", "user" or "assistant"
    QString text;
    QList<QImage> pictures; ///< upright and opaque
};

/// What is to be answered, and how. A value.
struct AnswerRequest {
    QList<RequestMessage> messages; ///< the last one is answered
    GenerationSettings settings;
    ConversationUse use = {}; ///< the conversation that it belongs to
};

/// For a model that cannot see: what was said before the last message goes on without its pictures,
/// and without a question that was refused for them.
void leaveOutPictures(QList<RequestMessage>& messages);

using AnswerId = quint64; ///< unique within the program

} // namespace services
