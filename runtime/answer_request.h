#pragma once

#include "engine/sampling/sampler_settings.h"
#include "engine/tokenizers/tokenizer.h"
#include "vision/images/image.h"

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace runtime {

/// How an answer is written, as far as somebody has set it: what nobody has set is absent, and
/// settings from several sources are combined with layered(). engine::SamplerSettings says what the
/// numbers mean.
struct AnswerSettings {
    std::optional<int64_t> maxTokens = {}; ///< the most tokens of the answer

    std::optional<float> temperature = {};
    std::optional<int> topK = {};
    std::optional<float> topP = {};
    std::optional<float> minP = {};
    std::optional<float> typical = {};
    std::optional<float> repetitionPenalty = {};
    std::optional<float> presencePenalty = {};
    std::optional<float> frequencyPenalty = {};
    std::optional<float> dryMultiplier = {};
    std::optional<float> xtcProbability = {};
    std::optional<float> xtcThreshold = {};
    std::optional<uint64_t> seed = {}; ///< absent: a different one each time

    /// The answer ends before any of them.
    std::optional<std::vector<std::string>> stopStrings = {};
    /// These never become part of the answer; upper and lower case count as equal.
    std::optional<std::vector<std::string>> bannedPhrases = {};

    /// The negative prompt: the answer moves away from the one that it would give if this were its
    /// system prompt, as far as `guidance` says (1: not at all; see engine::mixGuidance()). An
    /// empty text: no guidance.
    std::optional<std::string> negativePrompt = {};
    std::optional<float> guidance = {};

    /// True: the last token of a continued answer may be replaced by one that begins with the same
    /// text, so that the answer may continue inside a word (engine::Job::healTokens).
    std::optional<bool> continuesWords = {};

    /// Whether a model that can do both thinks before it answers; absent: as it does by itself.
    std::optional<bool> thinks = {};

    // The form that an answer must have; if several are set, all of them hold. An empty text sets
    // none.
    std::optional<std::string> schema = {}; ///< it is JSON that keeps to this JSON schema
    std::optional<std::string> regex = {}; ///< it is a text that this expression matches
    std::optional<std::string> grammar = {}; ///< it is a text of this GBNF grammar

    bool operator==(const AnswerSettings&) const = default;
};

/// The values of settings that nobody has set, whoever asks: at most 1024 tokens, always the
/// likeliest token, no truncation, no penalty, no form; guidance of 1.5 once there is a negative
/// prompt. Every setting is present but the seed and whether it thinks.
const AnswerSettings& usualSettings();

/// Combines settings, the lowest layer first: the model's own, the program's, the preset's, the
/// conversation's, the request's, as far as they exist. Each setting has the value of the highest
/// layer that sets it.
AnswerSettings layered(std::initializer_list<AnswerSettings> layers);

/// Puts the settings over usualSettings().
AnswerSettings completed(const AnswerSettings& settings);

/// The part of the settings that chooses tokens, in the engine's form. Absent settings have their
/// usual values.
engine::SamplerSettings samplerSettings(const AnswerSettings& settings);

} // namespace runtime

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

/// A text, or tokens, from which a model continues as from the beginning of any text.
using PlainPrompt = std::variant<std::string, engine::TokenIds>;

/// What is to be answered, and how. Any thread may hold one.
struct AnswerRequest {
    /// The last one is answered or, if it is an answer, continued.
    std::vector<RequestMessage> messages;
    AnswerSettings settings = {};
    ConversationUse use = {};
    std::vector<Tool> tools = {}; ///< that the model is offered, if its template supports tools
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
    /// The time when the conversation began, which chat templates show. It stays for all answers of
    /// a conversation, so that the cached prefix of its prompt stays valid.
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

/// The passages that were read in images of the message.
std::vector<Passage> pictureTexts(const RequestMessage& message);
void removePictureTexts(RequestMessage& message);

/// Prepares messages for a model that cannot see. Removes the images from all messages but the
/// last, from that one, too, if text was read in each of them, and earlier questions that were
/// rejected because of their images. Returns whether each of the original messages remains.
std::vector<bool> leaveOutPictures(std::vector<RequestMessage>& messages);

} // namespace runtime
