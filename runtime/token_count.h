#pragma once

#include "runtime/answer_request.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace runtime {

/// How much of a model's context a request would take.
struct TokenCount {
    struct Part {
        std::optional<Role> role
            = {}; ///< of a message; none: what the model's format adds to all of them
        int64_t textTokens = 0;
        int64_t pictureTokens = 0; ///< including the separators around them
    };

    int64_t tokens = 0; ///< of everything, pictures included
    int64_t contextTokens = 0; ///< how many fit
    std::vector<Part> parts = {}; ///< one for each message in their order, and one for the rest
};

} // namespace runtime
