#pragma once

#include "runtime/answer_request.h"
#include "services/conversations/message.h"
#include "services/conversations/thinking.h"
#include "services/generation/answer_settings.h"
#include "services/models/model_id_text.h"
#include "services/pictures/picture.h"

#include <QList>
#include <QSet>
#include <QString>

#include <vector>

namespace services {

class Conversation;
class Settings;

/// The parts of an answer as splitThinking() has them, also of one that calls tools: what a model
/// writes after its calls may begin with another thought.
Thinking answerParts(const Message& answer);

/// The numbers of sources that an answer names in brackets: 1, 2 and 3 of "[1, 3] … [2]".
QSet<int> citedNumbers(const QString& answer);

/// The text in the images of a message, as a model reads it behind them; each passage names
/// its image.
std::vector<runtime::Passage> passagesIn(const QList<Picture>& pictures);

/// Makes the request that has the last of `messages` answered or, if it is an answer, continued.
/// `messages` are a branch of the conversation; the last of them may not have been sent yet.
/// Settings of the conversation replace those of the model that is to answer, and these those of
/// the settings page.
AnswerRequest buildAnswerRequest(const Conversation& conversation, const QList<Message>& messages,
    const Settings& settings, const ModelId& model);

/// The system prompt of a conversation: the conversation's own text or that of the settings page.
QString effectiveSystemPrompt(const Conversation& conversation, const Settings& settings);

/// The ids of those of `messages` that are in the request, in its order; an answer with calls of tools
/// is several messages there.
QList<MessageId> idsRead(const QList<Message>& messages);

/// What the model reads of a passage, without its number.
runtime::Passage toPassage(const Source& source);

/// The question of a message, also if it is only an image or a document.
QString questionText(const Message& question);

/// An attached text as it is put before its message: its name, and the text in a Markdown fence.
QString fencedText(const TextAttachment& attachment);

/// The question for an image that is sent without a text.
QString defaultPrompt();

} // namespace services
