#pragma once

#include "engine/filters/filter.h"

#include <memory>
#include <string>

namespace engine {

class TokenTrie;

/// Makes a constraint that accepts the JSON texts that are valid under a schema of JSON Schema
/// 2020-12 or an older draft. The schemas `true` and `{}` accept any JSON value.
///
/// Members must come in the order in which the schema lists them, members that it does not list
/// after those. Between tokens of JSON there may be white space: a line break and up to 64 blanks.
/// `format` is enforced where the standard defines it. Nothing is fetched: a `$ref` to another
/// document is rejected.
///
/// What cannot be enforced is rejected and never enforced wrongly. Throws Error{Unsupported} with a
/// message that names the keyword and its location as a JSON pointer, and Error{BadRequest} if the
/// text is no schema or no value is valid.
ConstraintPtr jsonSchemaConstraint(
    std::shared_ptr<const TokenTrie> trie, const std::string& schemaText);

} // namespace engine
