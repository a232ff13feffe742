#pragma once

#include "engine/models/image_embedding.h"
#include "engine/tokenizers/token.h"

#include "runtime/answer_request.h"
#include <string>
#include <vector>

namespace runtime {

struct PromptFormat;

/// A conversation made ready for Generator::enqueue.
struct Prompt {
    std::string text; ///< as rendered, pictures spelled out
    engine::TokenIds ids; ///< image ids among them
    std::vector<engine::ImageEmbeddingPtr> images; ///< in the order of their ids
};

/// Renders the messages of a request with the model's chat template, ready for its answer, and
/// encodes them. A last message of the assistant's that is text is the beginning of that answer.
/// What messages contain is never taken for special tokens. `images` are the rows of the pictures,
/// in their order. Throws Error{BadRequest} with the template's sentence if it refuses them.
Prompt buildPrompt(const PromptFormat& format, const AnswerRequest& request,
    std::vector<engine::ImageEmbeddingPtr> images);

} // namespace runtime
