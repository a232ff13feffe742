#pragma once

#include "runtime/answer_request.h"
#include "services/pictures/picture.h"
#include "services/remote/offered_model.h"

#include <QStringList>

#include <cstdint>
#include <string>

namespace services {

/// An image as a data URI: PNG if that is small, as of drawings and text; else JPEG. One whose
/// longer side is more than `maxSide` pixels is scaled down to that. Any thread; large ones take a
/// while. 0: it is sent as it is, without any loss. Throws Error{OutOfMemory} or Error{BadRequest}.
std::string pictureUri(const Pixels& picture, int maxSide);

/// The recipient of a request, and the form that it expects.
struct ChatRequestForm {
    std::string model; ///< its name there
    const ServerKind& kind;
    int64_t contextTokens = 0; ///< 0: not known
    bool cutsTiles = false; ///< see OfferedModel
    static constexpr int wholePictures = 0;
    /// The limit may also be `wholePictures`, which sends images unchanged, without any loss.
    int pictureSide
        = 1536; ///< pixels; the longer side of an image that is sent has at most so many
};

/// The body of a request for /chat/completions that streams. If a server counts the prompt against
/// the most tokens of an answer, and both might not fit, the request names no most: the reader of
/// the answer must count. Encodes images, so it may take a while; any thread. Throws what
/// pictureUri() throws, and Error{BadRequest} for invalid JSON in tools or a schema.
std::string chatRequest(const runtime::AnswerRequest& request, const ChatRequestForm& form);

/// What is set for an answer and cannot be had from this kind of server, in words of the window;
/// empty: everything can.
QStringList settingsThatLack(const runtime::AnswerSettings& settings, const ServerKind& kind);

/// True if the last message is the model's, so that more of it is wanted.
bool continues(const runtime::AnswerRequest& request);

} // namespace services
