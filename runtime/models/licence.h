#pragma once

#include <filesystem>
#include <string>

namespace engine {
class GgufFile;
} // namespace engine

namespace runtime {

/// The licence of a model in the words of its author, on one line; empty if the files do not say.
/// In a GGUF file it is general.license, in a Hugging Face folder it is at the head of README.md.
std::string licenceOf(const engine::GgufFile& file);
std::string licenceOf(const std::filesystem::path& folder);

} // namespace runtime
