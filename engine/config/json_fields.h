#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// An object of a JSON file, read field by field. A getter gives nothing where the key is absent or
/// null, and throws Error{BadFile} naming file and key where the value is of another kind or, for
/// numbers, out of range. The JSON must outlive it.
class JsonFields {
public:
    /// `object` stands in messages as `source`, e.g. "config.json". Throws if it is no object.
    JsonFields(const nlohmann::json& object, std::string source);

    bool has(std::string_view key) const; ///< there and not null
    bool isNull(std::string_view key) const; ///< there, and null

    /// The object under that key; an absent one is empty.
    JsonFields object(std::string_view key) const;

    std::optional<int64_t> integer(std::string_view key) const;
    std::optional<double> number(std::string_view key) const;
    std::optional<bool> boolean(std::string_view key) const;
    std::optional<std::string> text(std::string_view key) const;
    std::optional<std::vector<double>> numbers(std::string_view key) const;

    /// A list of integers; a single one counts as a list of one.
    std::optional<std::vector<int64_t>> integers(std::string_view key) const;

    const std::string& source() const { return m_source; }

    /// Throws Error{BadFile}: "config.json must have `expected` as `key`".
    [[noreturn]] void refuse(std::string_view key, std::string_view expected) const;

private:
    const nlohmann::json* find(std::string_view key) const;

    const nlohmann::json* m_object; ///< null: an absent object
    std::string m_source;
    std::string m_path; ///< of this object within the file: "text_config."
};

} // namespace engine
