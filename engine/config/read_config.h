#pragma once

#include "engine/config/family.h"
#include "engine/config/model_config.h"
#include "engine/files/weight_file.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace engine {

class GgufFile;

// A model of a family that is not among `families` is read as well, so that it can be described; it
// has no defaults then, and if it lacks something, the error is that of refuseFamily(). Most callers want the readers of engine/models/families/families.h, which
// know the families this version runs.

/// The decoder a GGUF file describes (general.architecture, "<architecture>.block_count", …). The
/// vocabulary is the rows of token_embd.weight. Throws Error{BadFile} naming file and key.
ModelConfig readConfig(const GgufFile& file, Families families);

/// The decoder a folder in Hugging Face layout describes, in the forms that transformers 4 and 5
/// write; of a vision-language model its text part. What a file leaves out has the value
/// transformers gives to that model_type. Ids that end an answer come from generation_config.json
/// too. `weights`, if given, are checked against the vocabulary.
/// Throws Error{BadFile} naming file and key.
ModelConfig readConfig(const std::filesystem::path& folder, Families families,
    const WeightFile* weights = nullptr, std::string_view fileName = "config.json");

/// A list for error messages: "llama, qwen2, qwen3".
std::string familyNames(Families families);

/// Throws Error{Unsupported} naming an architecture that isn't among `families`.
[[noreturn]] void refuseFamily(std::string_view name, Families families);

/// Takes away the ids that stand for no token: −1, which files with unsigned numbers write as
/// 4294967295.
void dropAbsentTokens(ModelConfig& config);

/// Throws Error{BadFile} with a message that begins with `source` if the numbers cannot belong to a
/// model, or are far beyond any. It applies to both kinds of files.
void validate(const ModelConfig& config, const std::string& source);

} // namespace engine
