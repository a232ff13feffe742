#pragma once

#include "vision/towers/vision_config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace runtime {

/// What was asked for when a model was loaded and is not used. A value.
struct LoadNote {
    enum class About {
        DeviceFails, ///< `name` is there and cannot be used: `reason`
        DeviceIsMissing, ///< this machine does not have `name`
        DraftFails, ///< the model that guesses ahead: `reason`, which is a sentence
    };

    About about = About::DeviceIsMissing;
    std::string name = {};
    std::string reason = {};
};

/// What there is to say about a model that is ready. A value.
struct ModelSummary {
    std::string name = {}; ///< for people: "vignette-starter"
    std::string device = {}; ///< what it runs on: "CPU, AVX-512, 2 threads", or an address
    std::vector<LoadNote> notes = {};
    bool canSee = false; ///< pictures can be sent
    bool callsTools = false; ///< its chat template knows tools
    bool embeds = false; ///< see AnswerEngine::embed
    bool isBuiltIn = false; ///< the one that knows drawings and no photographs
    int64_t contextTokens = 0; ///< of a prompt and its answer; 0: it does not say
    std::string draft = {}; ///< name of the small model that guesses ahead; empty: none
    /// How it cuts pictures up. None: it cannot see, or does not say.
    std::optional<vision::VisionConfig> vision = std::nullopt;
};

/// Where a model stands. A value.
struct ModelState {
    enum class Stage { Unloaded, Loading, Ready, Failed };

    Stage stage = Stage::Unloaded;
    double share = 0; ///< of the loading that is done, 0 … 1
    bool waitsForMemory = false; ///< the loading does, for another model to give it back
    ModelSummary summary = {}; ///< of one that is ready
    std::string sentence = {}; ///< why it failed
};

} // namespace runtime
