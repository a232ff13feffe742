#pragma once

#include "engine/config/model_config.h"
#include "engine/files/weight_file.h"

#include <filesystem>
#include <string_view>

namespace engine {

class GgufFile;

/// The decoder a GGUF file describes (general.architecture, "<architecture>.block_count", …). The
/// vocabulary is the rows of token_embd.weight. Throws Error{BadFile} naming file and key.
ModelConfig readConfig(const GgufFile& file);

/// The decoder a folder in Hugging Face layout describes, in the forms that transformers 4 and 5
/// write; of a vision-language model its text part. What a file leaves out has the value
/// transformers gives to that model_type. Ids that end an answer come from generation_config.json
/// too. `weights`, if given, are checked against the vocabulary.
/// Throws Error{BadFile} naming file and key.
ModelConfig readConfig(const std::filesystem::path& folder, const WeightFile* weights = nullptr,
    std::string_view fileName = "config.json");

/// For both: throws Error{BadFile} with a sentence that begins with `source` if the numbers cannot
/// belong to a model, or are far beyond any.
void validate(const ModelConfig& config, const std::string& source);

} // namespace engine
