#pragma once

#include "services/generation/answer_request.h"
#include "services/generation/prompt_format.h"

namespace services {

/// How much of a model's context a request would take. A value.
struct TokenCount {
    struct Part {
        QString role; ///< of a message; empty: what the model's format adds to all of them
        qint64 textTokens = 0;
        qint64 pictureTokens = 0; ///< with the marks around them
    };

    qint64 tokens = 0; ///< pictures included
    qint64 contextTokens = 0; ///< that there is room for
    QList<Part> parts = {}; ///< the messages in their order, and the rest
};

/// Counts without encoding pictures: their size tells. Slow for long conversations, so not for the
/// window's thread. Throws Error{BadRequest} if the model's template refuses the messages.
TokenCount countTokens(const PromptFormat& format, AnswerRequest request);

} // namespace services
