#pragma once

#include "engine/filters/schema/schema_json.h"

#include <string>

namespace engine {

/// Throws Error{BadRequest}: "The schema must have `expected` at #/properties/a/minLength."
[[noreturn]] void refuseMalformed(const SchemaJson& place, const std::string& expected);

/// Throws Error{Unsupported}: "The schema's #/not cannot be enforced: `reason`."
[[noreturn]] void refuseUnenforceable(const SchemaJson& place, const std::string& reason);

/// `value` if it is of that kind, else refuseMalformed.
const SchemaJson& expected(const SchemaJson& value, SchemaJson::Kind kind);

/// A count of characters, items or members; what is beyond any text becomes a very large number.
uint64_t countIn(const SchemaJson& value);
inline constexpr uint64_t largestCount = 1'000'000'000;

} // namespace engine
