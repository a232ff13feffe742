#pragma once

#include "engine/tokenizers/tokenizer.h"
#include "runtime/answer_fields.h"
#include "vision/images/image.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What a model is asked. A message exists in three forms on its way from the user to the engine,
/// because each form knows something that the one before cannot know:
///
///     services::Message   what is stored: files of pictures, attachments, states, versions
///     AnswerRequest       what the model reads and must satisfy: pixels, no files; no tokens yet
///     engine::Job         what is computed: ids of one vocabulary, among them the rows of pictures

namespace runtime {

/// The pixels of an image, decoded once and shared by everything that shows or reads it.
using Pixels = std::shared_ptr<const vision::Image>;

/// The origin of a passage, for users and for the model.
struct Source {
    std::string name; ///< "report.pdf"
    std::string place = {}; ///< "page 3", or an address; empty: the whole source

    bool operator==(const Source&) const = default;
};

/// A part of a document that is put before a message.
struct Passage {
    enum class From {
        Document,
        Picture, ///< it was read in one of the message's images
    };

    Source source;
    std::string text;
    From from = From::Document;
};

/// A call of a tool that a model requested.
struct ToolCall {
    std::string id; ///< the model's mark for this call; may be empty
    std::string name;
    std::string arguments; ///< JSON; of an earlier call perhaps a text that broke off

    // Limits of the arguments. Templates allow 60 levels, of which a message takes five.
    static constexpr int maxDepth = 48;
    static constexpr size_t maxValues = 100'000;
};

/// What a tool returned. Images that came with it are parts of the same message.
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
    /// What the assistant thought before it said this, without marks. The chat template decides
    /// whether the model reads it.
    std::string reasoning = {};
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

/// A text, or tokens, from which a model continues as from the beginning of any text.
using PlainPrompt = std::variant<std::string, engine::TokenIds>;

/// What a prompt ends with.
enum class PromptEnd {
    Usual, ///< the last message is answered or, if it is an answer, continued
    NewAnswer, ///< the beginning of a new answer, whatever the last message is
    LastMessage, ///< the last message as it is, without the beginning of an answer
};

/// What is to be answered, and how. Any thread may hold one.
struct AnswerRequest {
    /// The last one is answered or, if it is an answer, continued; see `end`.
    std::vector<RequestMessage> messages;
    AnswerSettings settings = {};
    ConversationUse use = {};
    std::vector<Tool> tools = {}; ///< that the model is offered, if its template supports tools
    /// A JSON object of variables for the chat template, over those that the other fields set.
    std::string templateVariables = {};
    PromptEnd end = PromptEnd::Usual;
    /// The text that the model continues without a chat template, if set; there are no messages
    /// then.
    std::optional<PlainPrompt> plainPrompt = {};
    /// Tokens that are made likelier, or less likely, than the model finds them.
    std::vector<engine::TokenBias> bias = {};
    /// The number of likeliest tokens that are reported with the probability of each token, if set.
    /// The distribution is the one that the token was drawn from or, if `modelsOwnProbabilities`,
    /// the model's before sampling changed it.
    std::optional<int> likeliestTokens = {};
    bool modelsOwnProbabilities = false;
    /// True: AnswerSink::onPrompt() reports the tokens of `plainPrompt`, too, and the token with
    /// which the answer ends counts as one of the answer's. Needs `modelsOwnProbabilities`.
    bool reportsPrompt = false;
    /// The time when the conversation began, which chat templates show. It stays for all answers of
    /// a conversation, so that the cached prefix of its prompt stays valid.
    std::chrono::system_clock::time_point begun = std::chrono::system_clock::now();
};

/// A message that is only text.
RequestMessage textMessage(Role role, std::string text);

/// True if the model continues the last message, which is an answer that is nothing but text.
bool continuesAnswer(const AnswerRequest& request);

/// The text parts of a message, without passages, calls and results.
std::string joinText(const RequestMessage& message);

bool hasPictures(const RequestMessage& message);

void removePictures(RequestMessage& message);

/// The passages that were read in images of the message.
std::vector<Passage> pictureTexts(const RequestMessage& message);
void removePictureTexts(RequestMessage& message);

/// True if a result of a tool came with images.
bool hasToolPictures(std::span<const RequestMessage> messages);

/// What the user says with such images to models that take none in results.
inline constexpr std::string_view toolPicturesText = "These are the images that the tool returned.";

/// Puts a line into the results of tools in place of the images that came with them, so that a model
/// that is not shown those knows of them.
void describeToolPictures(std::vector<RequestMessage>& messages);

/// Prepares messages for a model that cannot see. Describes images of tools and removes the images from all messages but the
/// last, from that one, too, if text was read in each of them, and earlier questions that were
/// rejected because of their images. Returns whether each of the original messages remains.
std::vector<bool> leaveOutPictures(std::vector<RequestMessage>& messages);

} // namespace runtime
