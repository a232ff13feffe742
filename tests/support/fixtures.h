#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace tests {

/// The reference outputs of other programs, named by VIGNETTE_FIXTURES in the environment. They are
/// not part of the sources. A tree with files that lie there only as .gz is
/// unpacked into the build folder first. Nothing if the variable is not set or names no folder:
/// such tests skip, and say so.
std::optional<std::filesystem::path> fixtures();

/// tests/data, wherever the sources are.
std::filesystem::path dataFolder();

/// A JSON file; fails the program with its path if it cannot be read.
nlohmann::json readJson(const std::filesystem::path& path);

std::string readBytes(const std::filesystem::path& path);

} // namespace tests

/// At the top of a test that needs the reference outputs.
#define REQUIRE_FIXTURES(variable)                                       \
    const auto variable##Found = tests::fixtures();                      \
    if (!variable##Found)                                                \
        QSKIP("VIGNETTE_FIXTURES names no folder of reference outputs"); \
    const std::filesystem::path& variable = *variable##Found
