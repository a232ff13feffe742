#pragma once

#include "engine/models/image_embedding.h"
#include "engine/tokenizers/token.h"

#include <string>
#include <vector>

namespace services {

class LoadedModel;
struct PromptFormat;

/// A stretch of a message: a picture or, if there is none, text.
struct PromptPart {
    std::string text = {};
    engine::ImageEmbeddingPtr image = nullptr;
};

/// One message as the model reads it: its pictures and then its text or, where another order is
/// wanted, `parts`.
struct PromptMessage {
    std::string role; ///< "system", "user" or "assistant"
    std::string text = {};
    std::vector<engine::ImageEmbeddingPtr> images = {};
    std::vector<PromptPart> parts = {}; ///< if any, instead of text and images
};

/// A conversation made ready for Generator::enqueue.
struct Prompt {
    std::string text; ///< as rendered, pictures spelled out
    engine::TokenIds ids; ///< image ids among them
    std::vector<engine::ImageEmbeddingPtr> images; ///< in the order of their ids
};

/// Renders messages with the model's chat template, ready for its answer, and encodes them. A last
/// message of the assistant's, without pictures, is the beginning of that answer. What messages
/// contain is never taken for special tokens. Throws Error{BadRequest} with the template's
/// sentence if it refuses them.
Prompt buildPrompt(const PromptFormat& format, const std::vector<PromptMessage>& messages);
Prompt buildPrompt(const LoadedModel& model, const std::vector<PromptMessage>& messages);

} // namespace services
