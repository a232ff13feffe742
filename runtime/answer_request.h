#pragma once

#include "vision/images/image.h"

#include "runtime/answer_settings.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// What is asked of a model. Between a message as people see it and the engine there are three
/// forms, each because the one before cannot say what the next must know:
///
///     services::Message   what is kept: files of pictures, attachments, states, versions
///     AnswerRequest       what the model is to read and keep to: pixels, no files; no tokens yet
///     engine::Job         what is computed: ids of one vocabulary, with the rows of pictures among them
namespace runtime {

/// The pixels of a picture, decoded once and shared by all that show or read it.
using Pixels = std::shared_ptr<const vision::Image>;

/// Where a passage was taken from, for people and for the model.
struct Source {
    std::string name; ///< "report.pdf"
    std::string place = {}; ///< "page 3", or an address; empty: all of it

    bool operator==(const Source&) const = default;
};

/// A stretch of a document that is put before a message.
struct Passage {
    Source source;
    std::string text;
};

/// That a model asked for a tool, and what the tool said.
struct ToolCall {
    std::string id; ///< the model's mark; may be empty
    std::string name;
    std::string arguments; ///< JSON
};
struct ToolResult {
    std::string id; ///< of the call
    std::string name; ///< of the tool
    std::string text;
};

/// A stretch of a message: text, a picture, a passage, a call or a result.
using Part = std::variant<std::string, Pixels, Passage, ToolCall, ToolResult>;

enum class Role { System, User, Assistant, Tool };

struct RequestMessage {
    Role role = Role::User;
    std::vector<Part> parts; ///< in the order in which they are read
};

/// What a model may ask for.
struct Tool {
    std::string name;
    std::string description;
    std::string parameters; ///< a JSON schema
};

/// The conversation that an answer belongs to.
struct ConversationUse {
    std::string conversation = {}; ///< its id; empty: of none, and nothing is remembered
    bool isTemporary = false; ///< nothing of it is ever written to the disk
    bool isAside = false; ///< the question is no turn of it: it goes on from where it was
};

/// What is to be answered, and how. A value, for any thread.
struct AnswerRequest {
    std::vector<RequestMessage>
        messages; ///< the last one is answered or, if it is an answer, gone on with
    AnswerSettings settings = {};
    ConversationUse use = {};
    std::vector<Tool> tools = {}; ///< that the model is told of, if its template knows tools
    /// The probability of each token is wanted, and so many of the likeliest beside it.
    std::optional<int> likeliestTokens = {};
};

/// Text alone, by its role.
RequestMessage textMessage(Role role, std::string text);

/// The texts of a message, without what its passages and tools say.
std::string textOf(const RequestMessage& message);

bool hasPictures(const RequestMessage& message);

/// What the passages of the messages were taken from, each once, in their order.
std::vector<Source> sourcesOf(const AnswerRequest& request);

/// For a model that cannot see: what was said before the last message goes on without its pictures,
/// and without a question that was refused for them.
void leaveOutPictures(std::vector<RequestMessage>& messages);

} // namespace runtime
