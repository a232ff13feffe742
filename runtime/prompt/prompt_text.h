#pragma once

#include "engine/templates/chat_template.h"

#include "runtime/answer_request.h"
#include <string>
#include <vector>

namespace runtime {

struct PromptFormat;

/// Renders the messages of a request with the model's chat template, so that the answer comes next.
/// `spellings` are what stands for each picture, in their order: their aliases, or how the model's
/// prompts spell them. Throws
/// Error{BadRequest} with the template's sentence if it refuses the messages, and if it does not
/// show each picture exactly once.
engine::RenderedPrompt renderRequest(const PromptFormat& format, const AnswerRequest& request,
    const std::vector<std::string>& spellings);

/// Whether the model's template tells it of tools.
bool tellsOfTools(const PromptFormat& format);

} // namespace runtime
