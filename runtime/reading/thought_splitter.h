#pragma once

#include "runtime/model_state.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runtime {

/// A piece of an answer: of what the model thinks, or of what it says.
struct AnswerPart {
    enum class Kind { Thought, Words };

    Kind kind = Kind::Words;
    std::string text;
};

/// Tells thoughts from words in an answer while it is being written. A thought is between marks
/// (<think>, </think> and the like) before the first word, or has a channel of its own
/// (<|channel|>analysis<|message|>…<|end|>). White space at the beginning of a thought is no part
/// of it. What may still become a mark is held back.
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
    bool m_isThoughtBlank = true; // so far, of the thought that is open
    bool m_hasThought = false;
    bool m_hasChannels = false; // the answer has shown one
    AnswerPart::Kind m_kind = AnswerPart::Kind::Words; // of the channel
    std::vector<AnswerPart> m_parts; // to be returned
};

/// The mark of a thought, with the white space after it, that a text ends with. A prompt that ends so
/// has its answer begin inside the thought. Empty: none.
std::string_view thoughtOpenedAtEnd(std::string_view text);

/// The mark of a thought, with the white space around it, that a text begins with. Empty: none.
std::string_view thoughtOpenedAtBegin(std::string_view text);

/// The mark that ends the thought which `opening`, a result of the functions above, begins.
std::string_view thoughtClose(std::string_view opening);

} // namespace runtime
