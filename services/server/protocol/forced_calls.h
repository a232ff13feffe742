#pragma once

#include "runtime/answer_request.h"
#include <span>
#include <string>
#include <vector>

namespace services::server {

/// A JSON schema of the call of one of these tools, of which there must be at least one; with
/// `several`, of a list of calls. Answers of any model can be held to it.
std::string forcedCallSchema(std::span<const runtime::Tool> tools, bool several);

/// An expression for JSON without more than one blank outside of texts: small models would go on
/// writing blanks.
extern const char* const compactJson;

/// The calls in an answer that was held to such a schema, with new ids; none if it broke off.
std::vector<runtime::ToolCall> forcedCallsIn(const std::string& answer);

} // namespace services::server
