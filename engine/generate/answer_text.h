#pragma once

#include "engine/generate/stop_text.h"
#include "engine/text/text_stream.h"
#include "engine/text/token.h"

#include <optional>
#include <string>
#include <vector>

namespace engine {

/// The text of an answer as its tokens arrive: whole characters, and no part of a stop string.
class AnswerText {
public:
    AnswerText(const Tokenizer& tokenizer, TextStream::SpecialTokens specials,
        std::vector<std::string> stopStrings);

    /// What may be shown, and the tokens of which nothing is held back.
    struct Piece {
        std::string text;
        TokenIds ids;
    };
    Piece push(TokenId id);

    /// What was held back, for an answer that did not end at a stop string.
    Piece finish();

    /// The stop string that was met; nothing is shown from then on.
    const std::optional<std::string>& stopString() const { return m_stop.found(); }

    const std::string& whole() const { return m_whole; } ///< everything shown

private:
    TextStream m_stream;
    StopText m_stop;
    TokenIds m_heldIds;
    std::string m_whole;
};

} // namespace engine
