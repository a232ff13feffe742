#pragma once

#include <cstdint>
#include <optional>
#include <string>

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
    /// pictures like the one that it was asked about.
    bool isSure = true;
    int64_t tokens = 0; ///< of the answer
    int64_t promptTokens = 0;
    int64_t cachedTokens = 0; ///< of the prompt, that the cache already had
    int64_t acceptedDraftTokens = 0, rejectedDraftTokens = 0; ///< by speculation
    double pictureSeconds = 0; ///< for encoding its pictures
    double firstTokenSeconds = 0; ///< from the request to the first token
    double promptSeconds = 0; ///< for reading the prompt
    double answerSeconds = 0; ///< for writing the answer
    double tokensPerSecond = 0; ///< of the answer; 0 if it is not known
    double temperature = 0; ///< with which its tokens were drawn; 0: each was the likeliest
    std::optional<uint64_t> seed = {}; ///< with which they are drawn again; nothing if unknown
    int64_t givenBytes = 0; ///< of the answer in UTF-8, from which the model went on
    std::string stopString = {}; ///< before which it ended; empty: it ended otherwise
};

} // namespace runtime
