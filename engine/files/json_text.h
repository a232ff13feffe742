#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace engine {

/// Parses JSON that somebody else wrote: an object key that comes twice, nesting deeper than 64 and
/// numbers that do not fit are refused. `name` says in messages what the text is.
/// Throws Error{BadFile}; no exception of the JSON library escapes.
nlohmann::json parseJson(std::string_view text, const std::string& name);

/// The same for a whole file of at most `maxBytes`. Throws Error{BadFile} naming the file.
nlohmann::json readJsonFile(
    const std::filesystem::path& path, uintmax_t maxBytes = uintmax_t(16) << 20);

} // namespace engine
