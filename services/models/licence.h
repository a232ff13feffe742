#pragma once

#include <QString>

#include <filesystem>

namespace engine {
class GgufFile;
} // namespace engine

namespace services {

/// The licence of a model as its author wrote it, on one line; empty where the files do not say. A
/// GGUF file says it in general.license, a Hugging Face folder at the head of its README.md.
QString licenceOf(const engine::GgufFile& file);
QString licenceOf(const std::filesystem::path& folder);

} // namespace services
