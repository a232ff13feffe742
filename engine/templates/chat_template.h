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

/// A prompt made by a template.
struct RenderedPrompt {
    std::string text;
    std::vector<TextRange> plain; ///< bytes that came from the messages: never special tokens
    std::vector<TextRange> generated; ///< bytes within {% generation %} blocks
};

/// Turns messages into the text a model was trained to read. Runs the template language of Hugging
/// Face models (a subset of Jinja) without access to anything but its arguments; steps, depth and
/// output are bounded. Immutable, so any thread may use it.
class ChatTemplate {
public:
    struct Options {
        bool addGenerationPrompt = true;
        std::string bos, eos; ///< spellings of those tokens
        std::optional<std::chrono::system_clock::time_point> now; ///< clock of strftime_now
    };

    /// Throws Error{BadFile} with line and cause if the template cannot be parsed.
    explicit ChatTemplate(std::string_view source);
    ~ChatTemplate();
    ChatTemplate(ChatTemplate&&) noexcept;
    ChatTemplate& operator=(ChatTemplate&&) noexcept;

    /// `messages` is an array of {"role", "content": string | [{"type": "text" | "image", …}]};
    /// `variables` (an object) holds whatever else the template may ask for: tools,
    /// enable_thinking. The order of keys is kept, for templates print tools as JSON. Throws
    /// Error{BadRequest} with the template's own message if it raises one.
    RenderedPrompt render(const nlohmann::ordered_json& messages,
        const nlohmann::ordered_json& variables, const Options& options) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace engine
