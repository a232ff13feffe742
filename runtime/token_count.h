#pragma once

#include "runtime/answer_request.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace runtime {

/// How much of a model's context a request would take. A value.
struct TokenCount {
    struct Part {
        std::optional<Role> role
            = {}; ///< of a message; none: what the model's format adds to all of them
        int64_t textTokens = 0;
        int64_t pictureTokens = 0; ///< with the marks around them
    };

    int64_t tokens = 0; ///< pictures included
    int64_t contextTokens = 0; ///< that there is room for
    std::vector<Part> parts = {}; ///< the messages in their order, and the rest
};

} // namespace runtime
