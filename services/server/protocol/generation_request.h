#pragma once

#include "runtime/answer_request.h"
#include <string>

namespace services::server {

/// Whether, and which, tools are to be called.
struct ToolChoice {
    enum class How { AsModelLikes, Never, Always };

    How how = How::AsModelLikes;
    std::string name = {}; ///< with Always: of the only one; empty: any
};

/// What all end points that let a model write have in common: a request for the engine, and what only
/// the server knows of it. A value.
struct GenerationRequest {
    std::string model;
    runtime::AnswerRequest request; ///< with the settings that the client names
    ToolChoice toolChoice = {};
    bool callsSeveralTools = true; ///< whether an answer may have several calls
    int answers = 1;
    bool streams = false;
    bool includesUsage = false; ///< at the end of a stream
};

} // namespace services::server
