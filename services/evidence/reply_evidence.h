#pragma once

#include "services/evidence/evidence.h"

namespace services {

class AnswerWriter;
class Conversation;
class ModelPool;
class Settings;

/// A reply of a conversation, to be exported; its files are not hashed yet. The request is what the model
/// was sent, by the settings of today and the temperature and seed of then. There is none if the
/// reply was edited, stopped, continued, imported, or called tools, or if its question has images.
Evidence replyEvidence(const Conversation& conversation, MessageId answer, const Settings& settings,
    const ModelPool& models, const AnswerWriter& writer);

/// The path by which records name the built-in model.
QString builtInModelPath();

} // namespace services
