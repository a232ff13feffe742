#pragma once

#include "services/conversations/message.h"
#include "services/generation/answer_request.h"

#include <QList>

namespace services {

class Conversation;
class Settings;

/// What a model is sent to have the last of these messages answered, or gone on with if it is an
/// answer. `messages` are a branch of the conversation, perhaps with one that is not yet sent. The
/// conversation's own settings come before those of the settings page.
AnswerRequest answerRequestOf(
    const Conversation& conversation, const QList<Message>& messages, const Settings& settings);

/// An attachment as it is put before a message: its name and, in a fence, its text.
QString fencedText(const TextAttachment& attachment);

/// What is asked of a picture that was sent without a word.
QString defaultPrompt();

} // namespace services
