#pragma once

#include "runtime/answer_engine.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace services {

/// A part of a call of a tool, as it is streamed.
struct CallPiece {
    int64_t place = 0; ///< of the call among those of the answer
    std::string id, name; ///< whole, or empty
    std::string arguments; ///< more of them
};

/// How many tokens a server has counted.
struct RemoteUsage {
    int64_t promptTokens = 0, cachedTokens = 0, answerTokens = 0;
};

/// More of an answer: what one event of a stream says, or a whole answer at once.
struct AnswerPiece {
    std::string text;
    std::string thought; ///< what the model writes to itself, where the server keeps that apart
    std::vector<runtime::TokenDetail> tokens; ///< if it was asked for probabilities and tells them
    std::vector<CallPiece> calls;
    bool isSure = true; ///< false: a Vignette says that its model does not know
    std::string end; ///< why the answer ended: "stop", "length", …; empty: it has not
    std::optional<RemoteUsage> usage;
    std::string problem; ///< what went wrong, in the server's words; empty: nothing
};

/// Reads the JSON of a chat completion or of one chunk of it. Fields that are missing or of another
/// type count as absent. Throws Error{BadFile} if it is no JSON object.
AnswerPiece answerPiece(const std::string& json);

} // namespace services
