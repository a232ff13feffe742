#pragma once

#include "runtime/answer_request.h"
#include "services/server/protocol/fields.h"

#include <functional>
#include <string>
#include <vector>

namespace services::server {

/// Whether, and which, tools are to be called.
struct ToolChoice {
    enum class How { AsModelLikes, Never, Always };

    How how = How::AsModelLikes;
    std::string name = {}; ///< with Always: of the only one; empty: any
};

/// What all endpoints that let a model write have in common: a request for the engine, and what
/// only the server knows of it. A value.
struct GenerationRequest {
    std::string model;
    runtime::AnswerRequest request; ///< with the settings that the client names
    ToolChoice toolChoice = {};
    bool callsSeveralTools = true; ///< whether an answer may have several calls
    std::vector<std::string> ignoredTools = {}; ///< types of tools that only their provider has
    int answers = 1;
    bool streams = false;
    int sources = 0; ///< passages of documents that the answer is to be written from; 0: none
    bool includesUsage = false; ///< at the end of a stream
};

inline constexpr int mostAnswers = 16; ///< to one request
inline constexpr int usualSources = 8, mostSources = 50; ///< passages of documents for one request

/// Reads how an answer is to be written: every field of runtime::answerFields() that has a name in
/// the API, and `logit_bias`. Fields that are not there set nothing; a value out of range is an
/// error that names the range.
void readSampling(const Fields& fields, runtime::AnswerRequest& request);

/// Reads an effort of runtime::reasoningEfforts. Throws ApiError(400) that lists them.
std::optional<std::string> readEffort(const Fields& fields, const char* name);

/// Reads what goes to the chat template (`chat_template_kwargs`, or TabbyAPI's name `template_vars`),
/// `add_generation_prompt` and `continue_final_message`. The messages must have been read.
void readTemplateFields(const Fields& fields, runtime::AnswerRequest& request);

/// Reads `stream` and `stream_options`.
void readStreaming(const Fields& fields, GenerationRequest& generation);

/// The schema of a response format {"type": "text" | "json_object" | "json_schema", …}: nothing for
/// text. `field` is its name; `isGone` as for requireSchema().
void readFormat(const Fields& fields, const char* field, const Json* schema,
    runtime::AnswerSettings& settings, const std::function<bool()>& isGone);

/// What keeps answers from being held to a schema; empty: nothing. Throws ApiError(400) with `field`
/// if that takes too much work, and ClientGone as requireSchema() does.
std::string findSchemaProblem(
    const std::string& schema, const std::string& field, const std::function<bool()>& isGone);

/// Throws ApiError(400) with `field` if answers cannot be held to a schema, or only by much work;
/// ClientGone if `isGone` returns true while the caller's thread waits for its turn (HeavyWork).
void requireSchema(
    const std::string& schema, const std::string& field, const std::function<bool()>& isGone);

} // namespace services::server
