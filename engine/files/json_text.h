#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace engine {

/// Parses JSON that somebody else wrote. Refuses objects in which a key occurs twice, nesting
/// deeper than 64 levels and numbers that do not fit. Throws Error{BadFile}, never an exception of
/// the JSON library; `name` says in its sentence which text is wrong.
nlohmann::json parseJson(std::string_view text, const std::string& name);

/// Reads and parses a file of at most `maxBytes` in the same way. Throws Error{BadFile} naming the
/// file.
nlohmann::json readJsonFile(
    const std::filesystem::path& path, uintmax_t maxBytes = uintmax_t(16) << 20);

} // namespace engine
