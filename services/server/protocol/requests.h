#pragma once

#include "services/server/protocol/content_parts.h"
#include "services/server/protocol/fields.h"
#include "services/server/protocol/sampling_fields.h"

#include <functional>
#include <vector>

namespace services::server {

// The bodies of requests that ask for text. All functions throw ApiError(400), naming the field. Those with
// `isGone` decode images and read documents, which takes a while, and throw ClientGone once it returns true.
// Without `download` they reject the URLs of images elsewhere.

/// Reads the body of POST /v1/chat/completions.
GenerationRequest readChatRequest(
    const Json& body, const std::function<bool()>& isGone, const DownloadImage& download = {});

/// Reads the `messages` of such a body.
std::vector<runtime::RequestMessage> readChatMessages(
    const Json& body, const std::function<bool()>& isGone, const DownloadImage& download = {});

/// Reads the body of Anthropic's POST /v1/messages.
GenerationRequest readMessagesRequest(
    const Json& body, const std::function<bool()>& isGone, const DownloadImage& download = {});

/// Reads the body of POST /v1/responses, the part of it that chat clients use.
GenerationRequest readResponsesRequest(
    const Json& body, const std::function<bool()>& isGone, const DownloadImage& download = {});

/// What POST /v1/completions asks: texts that a model continues from.
struct CompletionRequest {
    GenerationRequest generation; ///< of the first prompt
    std::vector<runtime::PlainPrompt> prompts; ///< at least one; each is answered
    bool echoes = false; ///< whether prompts are part of the answers
    bool echoesOnly = false; ///< nothing follows them
};

CompletionRequest readCompletionRequest(const Json& body);

/// Reads a text, a list of texts, of tokens, or of lists of tokens.
std::vector<runtime::PlainPrompt> readPrompts(
    const Json* given, const std::string& field, size_t most);

} // namespace services::server
