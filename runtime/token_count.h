#pragma once

#include "runtime/answer_request.h"
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace runtime {

/// The fewest tokens of an answer for which a model is asked.
inline constexpr int64_t leastAnswerTokens = 16;

/// Called now and then during work that takes a while, on the same thread. True: nobody wants the
/// result any more. May be empty.
using IsCancelled = std::function<bool()>;

/// How much of a model's context a request would take.
struct TokenCount {
    struct Part {
        std::optional<Role> role
            = {}; ///< of a message; none: what the model's format adds to all of them
        int64_t textTokens = 0;
        int64_t pictureTokens = 0; ///< including the separators around them
        bool isRead = true; ///< false: there is no room for it, and its tokens are not counted
    };

    /// Of everything that is read, pictures included. An estimate if they are more than twice
    /// `contextTokens`: what cannot fit is not counted to its end.
    int64_t tokens = 0;
    int64_t contextTokens = 0; ///< how many fit, those of the answer included
    std::vector<Part> parts = {}; ///< one for each message in their order, and one for the rest
    /// Roughly how many characters of the last message would fit.
    int64_t fittingCharacters = 0;

    /// False: the last message is too long, even without those before it.
    bool fits() const { return tokens + leastAnswerTokens <= contextTokens; }
};

} // namespace runtime
