#pragma once

#include "runtime/model_state.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runtime {

struct PromptFormat;

/// A piece of an answer: of what the model thinks, or of what it says.
struct AnswerPart {
    enum class Kind { Thought, Words };

    Kind kind = Kind::Words;
    std::string text;
};

/// Tells thoughts from words in an answer while it is being written. A thought is between marks
/// (<think>, </think> and the like) before the first word, or has a channel of its own
/// (<|channel|>analysis<|message|>…<|end|>). What may still become a mark is held back.
class ThoughtSplitter {
public:
    explicit ThoughtSplitter(const AnswerForm& form);

    std::vector<AnswerPart> push(std::string_view text);
    std::vector<AnswerPart> finish(); ///< what was held back; nothing may be pushed afterwards

private:
    enum class Stage {
        Start, ///< only white space so far
        Thought,
        Words,
        ChannelHead, ///< before the mark of a message, in an answer with channels
        Channel,
    };

    bool step();
    bool readStart();
    bool readThought();
    bool readChannelHead();
    bool readChannel();
    void tell(AnswerPart::Kind kind, size_t length);

    Stage m_stage;
    std::string m_held;
    std::string_view m_close; // of the thought that is open
    bool m_hasThought = false;
    bool m_hasChannels = false; // the answer has shown one
    AnswerPart::Kind m_kind = AnswerPart::Kind::Words; // of the channel
    std::vector<AnswerPart> m_parts; // to be returned
};

/// How answers to prompts of this format are to be read, as its chat template shows. Any thread may
/// call it.
AnswerForm makeAnswerForm(const PromptFormat& format);

} // namespace runtime
