#pragma once

#include "engine/sampling/sampler_settings.h"
#include "engine/tokenizers/token.h"
#include "vision/images/image.h"

#include "runtime/answer_settings.h"
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// What a model is asked. A message exists in three forms on its way from the user to the engine,
/// because each form knows something that the one before cannot know:
///
///     services::Message   what is stored: files of pictures, attachments, states, versions
///     AnswerRequest       what the model reads and must satisfy: pixels, no files; no tokens yet
///     engine::Job         what is computed: ids of one vocabulary, among them the rows of pictures
namespace runtime {

/// The pixels of a picture, decoded once and shared by everything that shows or reads it.
using Pixels = std::shared_ptr<const vision::Image>;

/// Where a passage was taken from, for users and for the model.
struct Source {
    std::string name; ///< "report.pdf"
    std::string place = {}; ///< "page 3", or an address; empty: the whole source

    bool operator==(const Source&) const = default;
};

/// A part of a document that is put before a message.
struct Passage {
    enum class From {
        Document,
        Picture, ///< it was read in one of the message's pictures
    };

    Source source;
    std::string text;
    From from = From::Document;
};

/// A call of a tool that a model asked for.
struct ToolCall {
    std::string id; ///< the model's mark for this call; may be empty
    std::string name;
    std::string arguments; ///< JSON

    // Limits of the arguments. Templates allow 60 levels, of which a message takes five.
    static constexpr int maxDepth = 48;
    static constexpr size_t maxValues = 100'000;
};

/// What a tool returned.
struct ToolResult {
    std::string id; ///< of the call
    std::string name; ///< of the tool
    std::string text;
};

/// A part of a message.
using Part = std::variant<std::string, Pixels, Passage, ToolCall, ToolResult>;

enum class Role { System, User, Assistant, Tool };

struct RequestMessage {
    Role role = Role::User;
    std::vector<Part> parts; ///< in the order in which the model reads them
};

/// A tool that a model may call.
struct Tool {
    std::string name;
    std::string description;
    std::string parameters; ///< a JSON schema
};

/// The conversation that an answer belongs to.
struct ConversationUse {
    std::string conversation = {}; ///< its id; empty: none, and nothing is remembered
    bool isTemporary = false; ///< nothing of it may be written to the disk
    /// The question is not part of the conversation, which continues without it.
    bool isAside = false;
};

/// A text, or tokens, from which a model goes on as from the beginning of any text.
using PlainPrompt = std::variant<std::string, engine::TokenIds>;

/// What is to be answered, and how. Any thread may hold one.
struct AnswerRequest {
    /// The last one is answered or, if it is an answer, continued.
    std::vector<RequestMessage> messages;
    AnswerSettings settings = {};
    ConversationUse use = {};
    std::vector<Tool> tools = {}; ///< that the model is told of, if its template supports tools
    /// If set, what the model goes on from without a chat template; there are no messages then.
    std::optional<PlainPrompt> plainPrompt = {};
    /// Tokens that are made likelier, or less likely, than the model finds them.
    std::vector<engine::TokenBias> bias = {};
    /// If set, the probability of each token is reported, and so many of the likeliest tokens with
    /// it: those of the distribution from which it was drawn or, if `modelsOwnProbabilities`, those
    /// that the model gave before sampling changed them.
    std::optional<int> likeliestTokens = {};
    bool modelsOwnProbabilities = false;
    /// When the conversation began: the time that chat templates tell as theirs. It stays for all
    /// answers of a conversation, so that what the cache holds of its prompt stays true.
    std::chrono::system_clock::time_point begun = std::chrono::system_clock::now();
};

/// A message that is only text.
RequestMessage textMessage(Role role, std::string text);

/// The text parts of a message, without passages, calls and results.
std::string textOf(const RequestMessage& message);

bool hasPictures(const RequestMessage& message);

/// The sources of all passages in the messages, each once, in their order.
std::vector<Source> sourcesOf(const AnswerRequest& request);

void removePictures(RequestMessage& message);

/// The passages that were read in pictures of the message.
std::vector<Passage> pictureTexts(const RequestMessage& message);
void removePictureTexts(RequestMessage& message);

/// For a model that cannot see: removes the pictures from all messages but the last, from that one, too,
/// if text was read in each of them, and earlier questions that were refused because of their pictures. Returns for each message of before
/// whether it is still there.
std::vector<bool> leaveOutPictures(std::vector<RequestMessage>& messages);

} // namespace runtime
