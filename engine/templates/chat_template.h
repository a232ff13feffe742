#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <chrono>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// The text of a chat template, as it is in a model's files or in our own folder.
struct ChatTemplateSource {
    std::string usual;
    /// The template for conversations in which the model may call tools; empty: the usual one.
    std::string withTools = {};
    /// The family whose format is used if the model has no template of its own: "Llama 3". Empty:
    /// its own.
    std::string borrowedFrom = {};
    /// Why the files' template can't be read, a message; `usual` is empty then. Empty: it can.
    std::string problem = {};
};

/// The prompt that a template has made of messages.
struct RenderedPrompt {
    std::string text;
    /// The bytes that came from the messages, ascending and disjoint. A tokenizer must not find
    /// special tokens there.
    std::vector<TextRange> plain;
    std::vector<TextRange> generated; ///< the bytes that {% generation %} blocks wrote
};

/// Turns messages into the text that a model was trained to read. It runs the template language of
/// Hugging Face models, a subset of Jinja, which can reach nothing but its arguments; its steps,
/// its depth and its output are bounded. Never changes, so any thread may use it.
class ChatTemplate {
public:
    struct Options {
        bool addGenerationPrompt = true;
        std::string bos, eos; ///< how those tokens are spelled; the template may write them
        /// The time that strftime_now() tells; without it that function does not exist.
        std::optional<std::chrono::system_clock::time_point> now;
    };

    /// Throws Error{BadFile} with the line and the cause if the template cannot be parsed, or with
    /// the source's problem.
    explicit ChatTemplate(const ChatTemplateSource& source);
    explicit ChatTemplate(std::string source)
        : ChatTemplate(ChatTemplateSource{std::move(source)})
    {
    }
    /// Returns a template that rejects all messages with this explanation, for a model that can be
    /// used without one although its own can't be read.
    static ChatTemplate unreadable(const std::string& why);
    ~ChatTemplate();
    ChatTemplate(ChatTemplate&&) noexcept;
    ChatTemplate& operator=(ChatTemplate&&) noexcept;

    /// `messages` is an array of {"role", "content": string | [{"type": "text" | "image", …}]}.
    /// `variables` is an object with whatever else the template may ask for, such as tools or
    /// enable_thinking. The order of keys is kept, because templates print tools as JSON. Throws
    /// Error{BadRequest} with the template's own message if the template raises one, or with the
    /// line and the cause if it fails.
    RenderedPrompt render(const nlohmann::ordered_json& messages,
        const nlohmann::ordered_json& variables, const Options& options) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

enum class WrittenBy { Template, Message };

/// The positions of `mark` in a rendered prompt that were written by the template itself, or by a
/// message.
std::vector<size_t> findPlaceholders(
    const RenderedPrompt& prompt, const std::string& mark, WrittenBy writer);

/// A part of the rendered text, and the text that replaces it.
struct Replacement {
    size_t begin = 0, length = 0;
    std::string text;
};

/// The replacement, which spells the rows of an image by `row`, once for each. Some chat templates
/// write the separators around the rows themselves, or the mark nearest to them, "<…>", where a
/// video has the time before it; if both are there already, they are replaced as well and so do not
/// occur twice. Nothing before `least` is replaced.
Replacement withoutRepeating(const RenderedPrompt& prompt, Replacement replacement,
    const std::string& row, size_t least = 0);

/// Makes replacements, which must be ascending and disjoint. The ranges of messages' text are moved
/// accordingly and do not include what was replaced.
RenderedPrompt replaced(const RenderedPrompt& prompt, const std::vector<Replacement>& all);

} // namespace engine
