#pragma once

#include "engine/models/image_embedding.h"
#include "engine/templates/chat_template.h"
#include "engine/tokenizers/tokenizer.h"
#include "runtime/answer_progress.h"
#include "runtime/answer_request.h"
#include "runtime/model_state.h"

#include <string>
#include <vector>

namespace runtime {

struct PromptFormat;

/// Renders the messages of a request with the model's chat template, so that the answer comes next:
/// behind a thought if the answer must have a form, and as the model would have written it so far if
/// it is continued. `spellings` are the placeholders of the images, in their order: their aliases, or how the
/// model's prompts spell them. Throws Error{BadRequest} with the template's message if it rejects
/// the messages, and if it does not show each image exactly once.
engine::RenderedPrompt renderRequest(const PromptFormat& format, const AnswerRequest& request,
    const std::vector<std::string>& spellings);

/// True if the model's template tells it of tools.
bool tellsOfTools(const PromptFormat& format);

/// True if the model can be shown images that tools returned: in their results, or after them. Renders
/// a few prompts.
bool showsToolPictures(const PromptFormat& format);

/// What the model's template makes of variables that ask for reasoning. Renders a few prompts.
ReasoningChoices findReasoningChoices(const PromptFormat& format);

/// A conversation prepared for Generator::enqueue.
struct Prompt {
    std::string text; ///< the rendered text, with the placeholders of images
    engine::TokenIds ids; ///< including the ids of rows of images
    std::vector<engine::ImageEmbeddingPtr> images; ///< in the order of their ids
    /// The mark of a thought that ends the prompt, with the white space after it: the answer begins
    /// inside the thought. Empty: none, or the prompt continues an answer.
    std::string opened = {};
};

/// Renders the messages of a request with the model's chat template, so that the answer comes next,
/// and encodes them. If the last message is a text of the assistant's, the answer begins with it.
/// Special tokens are never found in what messages contain. `images` are the rows of the images in
/// their order. Throws Error{BadRequest} with the template's message if it rejects the messages.
Prompt buildPrompt(const PromptFormat& format, const AnswerRequest& request,
    std::vector<engine::ImageEmbeddingPtr> images);

/// Limits the work of counting: the time for a text grows with the context, not with the text.
struct CountLimits {
    int64_t contextTokens = 0; ///< that the model holds
    IsCancelled isCancelled = {};
};

/// Thrown by the functions below once `isCancelled` returns true.
struct CountCancelled { };

/// The tokens of a message by itself, without what the model's format adds to it. An estimate if
/// they are more than twice the context.
TokenCount::Part countMessage(
    const PromptFormat& format, const RequestMessage& message, const CountLimits& limits);

/// Counts the tokens of what a model reads of a request (see keepWhatIsRead()), without encoding
/// images, whose sizes are enough. Slow for long conversations. Throws Error{BadRequest} if the
/// model's template rejects the messages.
TokenCount countTokens(
    const PromptFormat& format, AnswerRequest request, const CountLimits& limits);

} // namespace runtime
