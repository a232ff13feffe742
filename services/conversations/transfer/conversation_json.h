#pragma once

#include "services/conversations/transfer/transfer.h"

#include <QByteArray>
#include <QJsonObject>

#include <functional>

namespace services {

/// The location of a conversation's images.
enum class PicturePlace {
    Inside, ///< in the JSON, in Base64
    Beside, ///< in files of their own, which the JSON names, as in an archive
};

/// Writes a conversation with all its branches, to be read by programs. A key whose value is none
/// is left out.
///
///   format      "vignette-conversation"
///   version     1
///   title       text
///   titleBy     "user" or "model"; none: the title is made of the first words
///   created     a time in ISO 8601, like all times here
///   changed     the time of the newest message
///   pinned      true, or none
///   folder      the name of its folder, or none
///   settings    what was set for this conversation, or none: systemPrompt, model,
///               generation; reading it ignores the model
///   shown       id of the last message of the branch that is shown
///   messages    in the order of their ids, which are 0, 1, 2, …:
///     id          number
///     parent      id of the message that it follows, a smaller one; none: it is a first message
///     author      "user" or "assistant"
///     text        Markdown if the assistant wrote it
///     created     when it was sent
///     model       the model that wrote an answer, or none
///     error       a sentence that says why an answer failed, or none
///     statistics  of an answer: end ("complete", "limit", "stopped"), tokens, promptTokens,
///                 cachedTokens, firstTokenSeconds, tokensPerSecond; temperature and seed (a text)
///                 if its tokens were drawn; givenBytes, from which the model went on, if any
///     attachments [{name, text}], or none
///     pictures    [{name, bytes}], a picture file in Base64, or none; in an archive [{name, file}];
///                 with "tokens" if it may take others than the model's own, see withTokens()
QJsonObject toJson(const ExportedConversation& conversation, PicturePlace place);

/// Returns the bytes of the image file of that name next to the JSON; empty if there is none.
using PictureReader = std::function<QByteArray(const QString& file)>;

/// Reads what toJson() writes; the input may come from anyone. Images get their files and no
/// pixels; images that cannot be decoded are left out. Throws Error{BadFile} with a message that
/// says what was expected.
ExportedConversation conversationFrom(const QJsonObject& object, const PictureReader& pictures);

/// True if the object's "format" says that it is such a conversation.
bool isConversation(const QJsonObject& object);

/// True if the object looks like a conversation of a ChatGPT export.
bool isChatGptConversation(const QJsonObject& object);

/// Reads a conversation of the conversations.json that ChatGPT exports: its questions and answers
/// with all branches. Messages to tools and of the system are left out, and so are images. The
/// result has no messages if there is nothing to show. The input may come from anyone.
ExportedConversation chatGptConversation(const QJsonObject& object);

} // namespace services
