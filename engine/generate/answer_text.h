#pragma once

#include "engine/generate/result.h"
#include "engine/sampling/sampler.h"
#include "engine/tokenizers/tokenizer.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Finds any of several strings in a text that arrives character by character, in time linear in
/// the length of the text (Knuth, Morris and Pratt, 1977). The matcher itself never changes: the
/// caller keeps the state as a Position, so that a text can be taken back.
class TextMatcher {
public:
    enum class Case { Kept, Ignored };

    /// Empty strings are left out.
    TextMatcher(const std::vector<std::string>& strings, Case letterCase);

    /// How many of its characters the text ends with, for each string. A default Position: no text was
    /// read yet.
    using Position = std::vector<size_t>;

    struct Match {
        std::string string;
        size_t characters = 0; ///< the length of the string
    };
    /// Reads one character and returns the string that it completes, if any: among several the one
    /// that begins earliest and, of these, the first of the list.
    std::optional<Match> advance(Position& position, char32_t character) const;

    /// How many characters at the end of the text may be the beginning of a string.
    static size_t heldCharacters(const Position& position);

    bool isEmpty() const { return m_patterns.empty(); }

private:
    struct Pattern {
        std::string string;
        std::u32string characters;
        std::vector<size_t> borders; // length of the longest border of each prefix

        bool advance(size_t& matched, char32_t next) const; // true when the string is complete
    };

    char32_t folded(char32_t character) const;

    Case m_case;
    std::vector<Pattern> m_patterns;
};

/// A token of an answer, with the details that the job requested.
struct AnswerToken {
    TokenId id = 0;
    float probability = 0;
    std::vector<TokenProbability> top;
    std::vector<float> logits;
    /// The state of the sampler before this token, so that the token can be taken back.
    Sampler::Memory memory;
};

/// Makes the text of an answer while its tokens arrive: whole characters, no part of a stop string
/// and no banned string. What may still become part of such a string is held back, together with
/// the tokens that it came from. Belongs to one job.
class AnswerText {
public:
    struct Rules {
        TextStream::SpecialTokens specials = TextStream::SpecialTokens::Hide;
        std::vector<TokenId> shownSpecials = {}; ///< that are shown in any case
        std::vector<std::string> stopStrings; ///< may begin and end inside a token
        std::vector<std::string> bannedStrings; ///< upper and lower case count as equal
    };

    /// `tokenizer` must outlive this object.
    AnswerText(const Tokenizer& tokenizer, const Rules& rules);

    /// Leaves out the first `bytes` bytes of the next token, because the prompt has them already
    /// (token healing).
    void skip(size_t bytes);

    /// Text that may be shown now, and the tokens no byte of which is held back any longer.
    struct Piece {
        std::string text;
        std::vector<AnswerToken> tokens;
    };
    /// The effect of one token.
    struct Step {
        Piece shown;
        /// Set if a banned string is complete: the newest tokens, from the one in which it began,
        /// no longer belong to the answer. Empty otherwise.
        std::string suppressedText;
        std::vector<AnswerToken> suppressed;
    };
    Step push(AnswerToken token);

    /// Returns what was held back. For an answer that did not end at a stop string.
    Piece finish();

    /// The stop string that was found; nothing is shown after it.
    const std::optional<std::string>& stopString() const { return m_stopString; }

    /// The stop string itself and what follows it in its last token; heldTokens() are its tokens.
    const std::string& heldText() const { return m_text; }
    std::vector<AnswerToken> heldTokens() const;

    size_t numHeldTokens() const { return m_tokens.size(); }
    const std::string& whole() const { return m_whole; } ///< everything shown so far

private:
    // The state of the text: all that must be restored when tokens are taken back.
    struct Position {
        TextStream stream;
        TextMatcher::Position stop, banned;
        size_t skip = 0;
    };
    // A token that is held back, and the end of its text in m_text.
    struct Held {
        AnswerToken token;
        Position before;
        size_t textEnd = 0;
        bool isWhole = true; // no character is unfinished after it
    };

    // What the text of a token has completed, and where that begins in m_text.
    struct Met {
        enum { Nothing, Stop, Banned } kind = Nothing;
        size_t begin = 0;
    };

    Met read(std::string_view text);
    void takeBack(size_t begin, Step& step);
    size_t firstTokenAt(size_t begin) const;
    size_t textBegin(size_t token) const { return token == 0 ? 0 : m_tokens[token - 1].textEnd; }
    size_t releasable() const;
    Piece release(size_t bytes);

    TextMatcher m_stop, m_banned;
    Position m_position;
    std::string m_text; // held back
    std::deque<Held> m_tokens; // held back
    std::optional<std::string> m_stopString;
    std::string m_whole;
};

} // namespace engine
