#pragma once

#include "engine/filters/filter.h"

#include <memory>
#include <string>

namespace engine {

class TokenTrie;

/// The JSON texts that are valid under a schema, of JSON Schema 2020-12 or an older draft; `true`
/// and `{}` take any JSON value.
///
/// Members come in the order in which the schema lists them, those it does not list after them.
/// Between words there may be white space: a line break and up to 64 blanks. `format` is enforced
/// where the standard defines it. Nothing is fetched: a `$ref` to another document is refused.
///
/// What cannot be enforced is refused, never enforced wrongly: throws Error{Unsupported} with a
/// sentence that names the keyword and its place as a JSON pointer; Error{BadRequest} if the text
/// is no schema, or if no value is valid.
ConstraintPtr jsonSchemaConstraint(
    std::shared_ptr<const TokenTrie> trie, const std::string& schemaText);

} // namespace engine
