#pragma once

#include "runtime/answer_request.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace runtime {

/// How an answer was made.
struct AnswerStatistics {
    enum class End {
        Complete,
        TokenLimit,
        Stopped,
        Called, ///< with calls of tools, whose results it waits for
    };

    End end = End::Complete;
    /// False if the model said that it is not sure, or was not asked because it does not know
    /// images like the one that it was asked about.
    bool isSure = true;
    int64_t tokens = 0; ///< of the answer
    int64_t promptTokens = 0;
    int64_t cachedTokens = 0; ///< of the prompt, that the cache already had
    int64_t acceptedDraftTokens = 0, rejectedDraftTokens = 0; ///< by speculation
    double pictureSeconds = 0; ///< for encoding its images
    double firstTokenSeconds = 0; ///< from the request to the first token
    double promptSeconds = 0; ///< for reading the prompt
    double answerSeconds = 0; ///< for writing the answer
    double tokensPerSecond = 0; ///< of the answer; 0 if it is not known
    double temperature = 0; ///< with which its tokens were drawn; 0: each was the likeliest
    std::optional<uint64_t> seed = {}; ///< with which they are drawn again; nothing if unknown
    int64_t givenBytes = 0; ///< of the answer in UTF-8, from which the model continued
    std::string stopString = {}; ///< before which it ended; empty: it ended otherwise
};

/// Why an answer has no words yet.
struct AnswerWait {
    enum class For {
        Memory, ///< until another model has released its memory
        Model, ///< until the model is loaded: `done` of `total` per cent
        Pictures, ///< until its images and earlier ones are encoded: `done` of `total`
        Room, ///< for room in the cache; `total` answers are being written
        Prompt, ///< until the prompt is read: `done` of `total` tokens
        Server, ///< the server has had the request for `done` seconds and has not answered yet
        Turn, ///< until the server, which bears so many at once, has answered `total` others
        /// The server is too busy; it is asked again in `secondsLeft`, as attempt `done` of `total`.
        Busy,
        Connection, ///< the server does not answer; otherwise as Busy
    };

    For what = For::Prompt;
    int64_t done = 0, total = 0;
    int64_t secondsLeft = 0; ///< an estimate; 0 if it is not known
    std::string server = {}; ///< the machine that is waited for; empty: this one
    std::string said = {}; ///< what that machine says about it, on one line; may be empty
};

/// Estimates how many seconds work still takes; 0 as long as it is too early to tell.
int64_t secondsLeft(double done, double total, double secondsSoFar);

/// The fewest tokens of an answer for which a model is asked.
inline constexpr int64_t leastAnswerTokens = 16;

/// Called now and then during work that takes a while, on the same thread. True: nobody wants the
/// result any more. May be empty.
using IsCancelled = std::function<bool()>;

/// How much of a model's context a request would take.
struct TokenCount {
    struct Part {
        /// The author of the message; none: the part is what the model's format adds to all of them.
        std::optional<Role> role = {};
        int64_t textTokens = 0;
        int64_t pictureTokens = 0; ///< including the separators around them
        bool isRead = true; ///< false: there is no room for it, and its tokens are not counted
    };

    /// The tokens of everything that is read, images included. It is an estimate if they are more
    /// than twice `contextTokens`: what cannot fit is not counted to its end.
    int64_t tokens = 0;
    int64_t contextTokens = 0; ///< how many fit, those of the answer included
    std::vector<Part> parts = {}; ///< one for each message in their order, and one for the rest
    /// Roughly how many characters of the last message would fit.
    int64_t fittingCharacters = 0;

    /// False: the last message is too long, even without those before it.
    bool fits() const { return tokens + leastAnswerTokens <= contextTokens; }
};

} // namespace runtime
