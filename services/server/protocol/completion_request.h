#pragma once

#include "services/server/protocol/fields.h"
#include "services/server/protocol/sampling_fields.h"

#include <vector>

namespace services::server {

/// What POST /v1/completions asks: texts that a model continues from.
struct CompletionRequest {
    GenerationRequest generation; ///< of the first prompt
    std::vector<runtime::PlainPrompt> prompts; ///< at least one; each is answered
    bool echoes = false; ///< whether prompts are part of the answers
};

/// Reads such a body. Throws ApiError(400), naming the field.
CompletionRequest readCompletionRequest(const Json& body);

/// A text, a list of texts, of tokens, or of lists of tokens. Throws ApiError(400).
std::vector<runtime::PlainPrompt> readPrompts(
    const Json* given, const std::string& field, size_t most);

} // namespace services::server
