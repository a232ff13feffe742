#pragma once

#include "engine/filters/schema/schema_json.h"

#include <string>

namespace engine {

/// Throws Error{BadRequest}: "The schema must have `expected` at #/properties/a/minLength."
[[noreturn]] void refuseMalformed(const SchemaJson& place, const std::string& expected);

/// Throws Error{Unsupported}: "The schema's #/not cannot be enforced: `reason`."
[[noreturn]] void refuseUnenforceable(const SchemaJson& place, const std::string& reason);

/// Returns `value` if it is of that kind; calls refuseMalformed() otherwise.
const SchemaJson& expected(const SchemaJson& value, SchemaJson::Kind kind);

/// A count of characters, items or members, at most largestCount: no text can have more.
uint64_t countIn(const SchemaJson& value);
inline constexpr uint64_t largestCount = 1'000'000'000;

} // namespace engine
