#pragma once

#include "engine/files/json_text.h"

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// A JSON value as it was written: members in their order, numbers as text.
struct SchemaJson {
    enum class Kind { Null, Boolean, Number, String, Array, Object };
    using Member = std::pair<std::string, const SchemaJson*>;

    Kind kind = Kind::Null;
    bool boolean = false;
    std::string text; ///< of a string its content, of a number its spelling
    std::vector<const SchemaJson*> items;
    std::vector<Member> members; ///< each name once
    /// Indices of members in the order of their names; empty if they are few.
    std::vector<uint32_t> byName;

    /// Counts the values in the order of the text, so it also identifies the value.
    uint32_t index = 0;
    const SchemaJson* parent = nullptr;

    bool is(Kind other) const { return kind == other; }
    /// Returns the member of that name, or null.
    const SchemaJson* find(std::string_view name) const;
};

/// Parses a JSON text and owns its values.
class SchemaJsonText {
public:
    static constexpr size_t maxBytes = size_t(16) << 20;
    static constexpr int maxDepth = 200;
    static constexpr size_t maxValues = 2'000'000;

    /// These limits, for those who parse a schema without compiling it.
    static JsonLimits limits()
    {
        return {.depth = maxDepth, .values = maxValues, .bytes = maxBytes};
    }

    /// Throws Error{BadRequest} if the text is not JSON, is longer than maxBytes, nested deeper than
    /// maxDepth or has more than maxValues values.
    explicit SchemaJsonText(std::string_view text);
    SchemaJsonText(const SchemaJsonText&) = delete;

    const SchemaJson& root() const { return m_values.front(); }
    const std::deque<SchemaJson>& values() const { return m_values; }

private:
    class Reader;
    std::deque<SchemaJson> m_values;
};

/// The JSON pointer (RFC 6901) to a value: "#/properties/name", "#" for the root.
std::string pointerTo(const SchemaJson& value);

/// Throws Error{BadRequest}: "The schema must have `expected` at #/properties/a/minLength."
[[noreturn]] void refuseMalformed(const SchemaJson& location, const std::string& expected);

/// Throws Error{Unsupported}: "The schema's #/not cannot be enforced: `reason`."
[[noreturn]] void refuseUnenforceable(const SchemaJson& location, const std::string& reason);

/// Returns `value` if it is of that kind; calls refuseMalformed() otherwise.
const SchemaJson& expected(const SchemaJson& value, SchemaJson::Kind kind);

/// A count of characters, items or members, at most largestCount: no text can have more.
uint64_t countIn(const SchemaJson& value);
inline constexpr uint64_t largestCount = 1'000'000'000;

} // namespace engine
