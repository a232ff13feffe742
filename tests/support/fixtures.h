#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tests {

/// The reference outputs of other programs, in the folders that VIGNETTE_FIXTURES in the environment
/// names, separated by colons. They are not part of the sources. Several trees become one in the
/// build folder, and so does a tree with files that are there only as .gz. Nothing if the variable
/// is not set or names no folder: such tests skip, and say so.
std::optional<std::filesystem::path> fixtures();

/// tests/data, wherever the sources are.
std::filesystem::path dataFolder();

/// A JSON file; fails the program with its path if it cannot be read.
nlohmann::json readJson(const std::filesystem::path& path);

std::string readBytes(const std::filesystem::path& path);

/// The entries of a folder, in the order of the names; nothing if there is no such folder.
std::vector<std::filesystem::path> entriesOf(const std::filesystem::path& folder);

} // namespace tests

/// Must be used at the top of a test that needs the reference outputs.
#define REQUIRE_FIXTURES(variable)                                       \
    const auto variable##Found = tests::fixtures();                      \
    if (!variable##Found)                                                \
        QSKIP("VIGNETTE_FIXTURES names no folder of reference outputs"); \
    const std::filesystem::path& variable = *variable##Found

/// The same for a test that needs one folder of them, which a tree may lack.
#define REQUIRE_FIXTURE_FOLDER(variable, name)                    \
    REQUIRE_FIXTURES(variable##Root);                             \
    const std::filesystem::path variable = variable##Root / name; \
    if (!std::filesystem::is_directory(variable))                 \
    QSKIP("the reference outputs have no folder " name)
