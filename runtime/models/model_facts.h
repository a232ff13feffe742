#pragma once

#include "engine/config/model_config.h"
#include "vision/towers/vision_config.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace runtime {

/// What a model's files say about it at their head. A value, for any thread.
struct ModelFacts {
    enum class Problem {
        None, ///< it can be used
        IsMissing, ///< there is nothing at this place
        IsVisionPart, ///< the vision part of a model and none itself
        UnknownFamily, ///< `family` is none that this version runs
        NoVocabulary, ///< a GGUF file without one
        NoTokenizer, ///< a folder with neither tokenizer.json nor tokenizer.model
        OutOfMemory, ///< to look into the file
        Other, ///< see `sentence`
    };

    Problem problem = Problem::None;
    std::string sentence = {}; ///< English

    std::string name = {}; ///< for people: "Llama-3.2-1B-Q4_K"
    std::filesystem::path projector = {}; ///< a GGUF's vision part; empty: none, or none needed
    int64_t fileBytes = 0; ///< all its files on the disk
    std::string family = {}; ///< "llama"
    int64_t parameters = 0;
    std::string licence = {}; ///< as its author wrote it: "apache-2.0"; empty: the files do not say
    bool hasChatTemplate = false; ///< else it is asked in ChatML

    // What its memory depends on.
    engine::ModelConfig config = {};
    std::optional<vision::VisionConfig> vision = {}; ///< none: it cannot see
    int64_t weightBytes = 0, towerBytes = 0;
    int64_t vocabularyBytes = 0; ///< pieces, merges and their numbers as they lie in the file

    bool isUsable() const { return problem == Problem::None; }
};

/// The facts of a GGUF file or a folder; an empty path is the built-in model. Reads no weights, but
/// may take a while where the disk is slow. `projector` is the vision part of a GGUF; empty: looked
/// for beside it. Never throws: what cannot be read is a problem.
ModelFacts readModelFacts(
    const std::filesystem::path& path, const std::filesystem::path& projector = {});

} // namespace runtime
