#pragma once

#include "services/generation/prompt_format.h"

#include <string>
#include <vector>

namespace services {

/// A stretch of a message: text, or what stands for a picture in the model's prompts.
struct SpelledPart {
    std::string text;
    bool isPicture = false;
};

struct SpelledMessage {
    std::string role; ///< "system", "user" or "assistant"
    std::vector<SpelledPart> parts; ///< at least one
};

/// Renders messages with the model's chat template, ready for its answer, with their pictures
/// spelled where the template shows them. `beginning` is what there is of the answer. Throws
/// Error{BadRequest} with the template's sentence if it refuses the messages, and if it does not
/// show each picture once.
engine::RenderedPrompt renderMessages(const PromptFormat& format,
    const std::vector<SpelledMessage>& messages, const std::string& beginning);

} // namespace services
