#pragma once

#include "engine/models/image_embedding.h"
#include "engine/tokenizers/token.h"

#include "runtime/answer_request.h"
#include <string>
#include <vector>

namespace runtime {

struct PromptFormat;

/// A conversation prepared for Generator::enqueue.
struct Prompt {
    std::string text; ///< the rendered text, with what stands for pictures
    engine::TokenIds ids; ///< including the ids of rows of pictures
    std::vector<engine::ImageEmbeddingPtr> images; ///< in the order of their ids
};

/// Renders the messages of a request with the model's chat template, so that the answer comes next,
/// and encodes them. If the last message is a text of the assistant's, the answer begins with it.
/// Special tokens are never found in what messages contain. `images` are the rows of the pictures
/// in their order. Throws Error{BadRequest} with the template's sentence if it refuses the
/// messages.
Prompt buildPrompt(const PromptFormat& format, const AnswerRequest& request,
    std::vector<engine::ImageEmbeddingPtr> images);

} // namespace runtime
