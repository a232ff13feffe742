#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace engine {

/// The name of a file that holds a part of a model, as llama.cpp's tools write it:
/// STEM-00001-of-00003.gguf.
struct SplitName {
    std::string stem;
    int64_t number = 1, count = 1; ///< `number` is 1 for the first of `count` parts
};

/// The parts of the last component of `path`, or nothing if it is not such a name.
std::optional<SplitName> splitName(const std::filesystem::path& path);

/// Whether it is such a name, and not that of the first part.
bool isLaterPart(const std::filesystem::path& path);

/// The name of a part, without a folder.
std::string fileNameOf(const SplitName& name);

} // namespace engine
