#pragma once

#include "base/error.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

// Copying, comparing and writing a JSON value call themselves for each level, so the depth of every
// value in the program is bounded here, where text becomes a value.
inline constexpr int maxJsonDepth = 64;
inline constexpr size_t maxJsonValues = 1'000'000;
inline constexpr size_t maxJsonBytes = size_t(64) << 20;

/// What a JSON text may contain.
struct JsonLimits {
    int depth = maxJsonDepth; ///< levels of arrays and objects
    size_t values = maxJsonValues; ///< arrays, objects, texts, numbers, …: all that are not keys
    size_t keys = std::numeric_limits<size_t>::max();
    size_t keysOfObject = std::numeric_limits<size_t>::max();
    size_t bytes = maxJsonBytes;
    /// False: the last value of a key counts, in the position of the first.
    bool hasUniqueKeys = false;
    /// Called every few thousand values, in the thread of the parse; true ends it with
    /// Error{Cancelled}.
    std::function<bool()> isCancelled = {};
};

/// Why a text could not be parsed. what() continues a sentence: "is nested deeper than 64 levels".
class JsonError : public base::Error {
public:
    enum class Reason { Syntax, Number, Depth, Values, Keys, RepeatedKey, Bytes };

    JsonError(Reason reason, const std::string& message, std::string details = {})
        : Error(base::ErrorKind::BadFile, message)
        , reason(reason)
        , details(std::move(details))
    {
    }

    Reason reason;
    std::string details; ///< of a wrong syntax or number: the words of the JSON library
};

/// Parses a text in linear time; `Json` is nlohmann::json or nlohmann::ordered_json. Together with
/// tryParseJson() and the functions below, this is the only way from text to JSON values.
/// Throws JsonError, and Error{Cancelled}.
template <typename Json>
Json parseJson(std::string_view text, const JsonLimits& limits = {});

/// Does the same, but returns nothing instead of throwing JsonError.
template <typename Json>
std::optional<Json> tryParseJson(std::string_view text, const JsonLimits& limits = {});

/// Throws what parseJson() would throw. Makes no value, so depth costs nothing.
void checkJson(std::string_view text, const JsonLimits& limits = {});
bool isJson(std::string_view text, const JsonLimits& limits = {});

/// Parses JSON that somebody else wrote. Rejects objects in which a key occurs twice, nesting
/// deeper than 64 levels and numbers that do not fit. Throws Error{BadFile}, never an exception of
/// the JSON library; `name` says in its message which text is wrong.
nlohmann::json parseJson(std::string_view text, const std::string& name);

/// Reads and parses a file of at most `maxBytes` in the same way. The bare word Infinity, which Python
/// writes, becomes {"__float__": "Infinity"} in files as small as configurations. Throws
/// Error{BadFile} naming the file.
nlohmann::json readJsonFile(
    const std::filesystem::path& path, uintmax_t maxBytes = uintmax_t(16) << 20);

/// Follows a text that should be JSON, byte by byte.
class JsonScan {
public:
    void follow(char byte)
    {
        if (m_isEscaped) {
            m_isEscaped = false;
        } else if (m_isInString) {
            m_isEscaped = byte == '\\';
            m_isInString = byte != '"';
        } else if (byte == '"') {
            m_isInString = true;
        } else if (byte == '{' || byte == '[') {
            ++m_depth;
            ++m_values;
        } else if (byte == ',') {
            ++m_values;
        } else if ((byte == '}' || byte == ']') && m_depth > 0) {
            --m_depth;
        }
    }

    bool isInString() const { return m_isInString; }
    size_t depth() const { return m_depth; } ///< of brackets that are open
    /// Brackets and commas, of which a text has at least half as many as values.
    size_t values() const { return m_values; }

private:
    bool m_isInString = false, m_isEscaped = false;
    size_t m_depth = 0, m_values = 0;
};

} // namespace engine
