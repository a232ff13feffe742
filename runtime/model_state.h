#pragma once

#include "vision/towers/vision_config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace runtime {

/// How the thoughts in a model's answers are separated from its text. A value.
struct AnswerForm {
    /// Answers have several parts, each with a channel, as those of GPT-OSS.
    bool hasChannels = false;
};

/// What a request can say about reasoning, as far as the model's chat template follows it.
struct ReasoningChoices {
    bool canBeOff = false; ///< the model can answer with and without reasoning
    /// The values of `reasoning_effort` that make a difference, the least first; empty: none does.
    std::vector<std::string> efforts = {};
    bool takesAnyEffort = false; ///< the template passes on whatever it is given
};

/// Something about a loaded model that is not as somebody requested, or may expect.
struct LoadNote {
    enum class About {
        DeviceFails, ///< the device `name` exists but cannot be used, for `reason`
        DeviceIsMissing, ///< this machine has no device `name`
        DraftFails, ///< the draft model cannot be used; `reason` is a message
        TemplateFails, ///< its chat template can't be read, so it can't chat; `reason` is a message
        TemplateIsMissing, ///< it has no chat template, and is asked in the format of `name`
    };

    About about = About::DeviceIsMissing;
    std::string name = {}; ///< to be shown to users: "vignette-starter"
    std::string reason = {};
};

/// A description of a model that is ready.
struct ModelSummary {
    std::string name = {}; ///< for people: "vignette-starter"
    std::string device = {}; ///< what computes it: "CPU, AVX-512, 2 threads", or an address
    std::vector<LoadNote> notes = {};
    bool canSee = false; ///< images can be sent
    bool callsTools = false; ///< its chat template supports tools
    AnswerForm answerForm = {};
    std::optional<ReasoningChoices> reasoning = {}; ///< nothing if it is not known
    bool embeds = false; ///< see AnswerEngine::embed
    bool ranks = false; ///< see AnswerEngine::rank
    bool isBuiltIn = false; ///< it is the built-in model, which knows drawings and no photographs
    int64_t contextTokens = 0; ///< of a prompt and its answer together; 0 if it is not known
    int answersAtOnce = 0; ///< how many it is best asked for at the same time; 0: it does not say
    std::string draft = {}; ///< the name of the draft model; empty: none
    /// How it cuts images into tiles. Nothing if it cannot see or does not say.
    std::optional<vision::VisionConfig> vision = std::nullopt;
};

/// The state of a model.
struct ModelState {
    enum class Stage { Unloaded, Loading, Ready, Failed };

    Stage stage = Stage::Unloaded;
    double share = 0; ///< of the loading, 0 … 1
    bool waitsForMemory = false; ///< loading waits until another model has released its memory
    ModelSummary summary = {}; ///< if it is ready
    std::string message = {}; ///< if loading failed or was cancelled: why
};

} // namespace runtime
