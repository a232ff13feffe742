#pragma once

#include "services/conversations/transfer/exported_conversation.h"

#include <QByteArray>
#include <QJsonObject>

#include <functional>

namespace services {

enum class PicturePlace {
    Inside, ///< in Base64
    Beside, ///< only named, as in an archive
};

/// A conversation with all its branches, for programs:
///
///   format      "vignette-conversation"
///   version     1
///   title       text
///   titleBy     "user" or "model"; none: it is made of the first words
///   created     ISO 8601, as all times here
///   changed     when the newest message came
///   pinned      true, or none
///   folder      its name, or none
///   settings    what was set for it, or none: systemPrompt, model, generation, readsFrom; the
///               model is not taken over when it is read
///   shown       id of the last message of the branch that is shown
///   messages    in the order of their ids, which are 0, 1, 2, …:
///     id          number
///     parent      id of the message it follows, a smaller one; none: it is a first one
///     author      "user" or "assistant"
///     text        Markdown if the assistant wrote it
///     created     when it was sent
///     model       what an answer was written with, or none
///     error       a sentence: why an answer failed; or none
///     statistics  of an answer: end ("complete", "limit", "stopped"), tokens, promptTokens,
///                 cachedTokens, firstTokenSeconds, tokensPerSecond
///     attachments [{name, text}], or none
///     pictures    [{name, bytes}], a picture file in Base64, or none; in an archive [{name, file}]
QJsonObject toJson(const ExportedConversation& conversation, PicturePlace place);

/// The bytes of the picture with this name beside the JSON; empty if there is none.
using PictureReader = std::function<QByteArray(const QString& file)>;

/// The other way; the input may be anyone's. Pictures hold their files and no pixels; those that
/// cannot be decoded are left out. Throws Error{BadFile} with a sentence that says what was
/// expected.
ExportedConversation conversationFrom(const QJsonObject& object, const PictureReader& pictures);

/// Whether the object says that it is one.
bool isConversation(const QJsonObject& object);

} // namespace services
