#pragma once

#include "runtime/answer_request.h"
#include "services/server/protocol/fields.h"
#include "services/server/protocol/sampling_fields.h"

#include <span>
#include <string>
#include <vector>

namespace services::server {

inline constexpr size_t mostTools = 128;

/// A tool in OpenAI's form, {"name", "description", "parameters"}. Throws ApiError(400).
runtime::Tool readTool(const Fields& function, const char* parameters = "parameters");

/// Reads `tool_choice`: "auto", "none", "required" or an object that names a tool. Throws
/// ApiError(400) if there is no such tool among those of the request.
ToolChoice readToolChoice(const Fields& fields, const std::vector<runtime::Tool>& tools);

/// Throws ApiError(400) if there is no tool of this name.
void requireTool(
    const std::vector<runtime::Tool>& tools, const std::string& name, const std::string& field);

/// True if a tool is a function. Others, which only their provider has (as `web_search`), are left
/// out and added to GenerationRequest::ignoredTools.
bool isFunction(const Fields& tool, const char* functionType, GenerationRequest& generation);

/// The arguments of an earlier call, as they came back: a JSON object in a text, which may have broken
/// off.
std::string readArguments(const Fields& call);

/// Throws ApiError(400) naming the field if the arguments exceed the limits of runtime::ToolCall.
void requireArguments(const std::string& arguments, const std::string& field);

/// A JSON schema of the call of one of these tools, of which there must be at least one; with
/// `several`, of a list of calls. Answers of any model can be held to it.
std::string forcedCallSchema(std::span<const runtime::Tool> tools, bool several);

/// Takes out of the parameters what answers cannot be held to, and returns which keywords of which
/// tools that are: "look: uniqueItems". Throws as findSchemaProblem() does.
std::vector<std::string> keepEnforceable(
    std::vector<runtime::Tool>& tools, const std::function<bool()>& isGone);

/// A message with the result of a tool: its text, and the images in `content` behind it.
runtime::RequestMessage makeResultMessage(
    runtime::ToolResult result, std::vector<runtime::Part> content);

/// An expression for JSON without more than one blank outside of texts: small models would continue
/// writing blanks.
extern const char* const compactJson;

/// The calls in an answer that was held to such a schema, with new ids; none if it broke off.
std::vector<runtime::ToolCall> forcedCallsIn(const std::string& answer);

} // namespace services::server
