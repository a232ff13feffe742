#pragma once

#include <QString>

#include <filesystem>

namespace engine {
class GgufFile;
} // namespace engine

namespace services {

/// The licence of a model in the words of its author, on one line; empty if the files do not say.
/// In a GGUF file it is general.license, in a Hugging Face folder it is at the head of README.md.
QString licenceOf(const engine::GgufFile& file);
QString licenceOf(const std::filesystem::path& folder);

} // namespace services
