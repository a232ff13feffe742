#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class Regex;

/// A part of the text. Each word becomes tokens by itself, so no token spans two words.
struct Word {
    std::string text;
    bool beginsText = false; ///< true for the word at the very beginning of the whole text
};

/// Cuts words into smaller words and may spell them differently. Takes and returns UTF-8.
using PreTokenizer = std::function<std::vector<Word>(std::vector<Word>)>;

/// What happens to the matches of a pattern: they are dropped, become words of their own, join the
/// word before or after them, or become one word with the matches that touch them. The names are
/// those of Hugging Face's tokenizers.
enum class SplitBehavior { Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous };

/// Cuts words at the matches of `pattern`. If `inverted`, the text between the matches takes the
/// part of the matches.
PreTokenizer splitAt(
    std::shared_ptr<const Regex> pattern, SplitBehavior behavior, bool inverted = false);
PreTokenizer splitAtText(std::string pattern, SplitBehavior behavior, bool inverted = false);

using CharacterTest = std::function<bool(char32_t)>;
PreTokenizer splitAtCharacters(CharacterTest test, SplitBehavior behavior);

PreTokenizer spellBytes(); ///< spells bytes as letters, see byte_letters.h
PreTokenizer prefixSpace(); ///< puts a space before every word that does not begin with one

/// The words that metaspace() prefixes: all, the one that begins the text, or none.
enum class PrependScheme { Always, First, Never };
/// Replaces every space by `replacement`, and puts `replacement` before the words that `scheme`
/// names unless they begin with it. If `split`, also cuts before every `replacement`.
PreTokenizer metaspace(std::string replacement, PrependScheme scheme, bool split);

/// Cuts a run of digits after each group of three, counted from its end: "1234567" becomes
/// 1|234|567. Digits are the characters of Unicode category N.
PreTokenizer splitAfterDigitTriples();

/// Cuts before each such group. Digits are 0 to 9.
PreTokenizer splitBeforeDigitTriples();

PreTokenizer inSequence(std::vector<PreTokenizer> steps);

/// The pattern by which GPT-2 cuts, and every byte-level tokenizer that names no other.
extern const std::string_view gpt2Pattern;

/// What a value of tokenizer.ggml.pre stands for.
struct NamedPreTokenizer {
    std::string_view name;
    /// Each cuts the words that those before it left.
    const std::vector<std::string_view>* patterns;
    bool ignoreMerges = false; ///< a word that is a piece as a whole becomes that one token
    bool addBos = false; ///< whether a sequence gets a beginning token if the file does not say so
    bool addSeparator = false; ///< whatever adds a beginning token also adds a separator at the end
    /// True: bytes are spelled as letters (see byte_letters.h). False: words stay UTF-8, and a
    /// character that is no piece becomes "<0x0A>" tokens.
    bool spellsBytes = true;
    bool blockSpaces = false; ///< a space is spelled '▁'
    bool hasBos = true; ///< false: there is no beginning token unless the file names one
};

/// Returns the row of that name, or null. The table has every name that llama.cpp knows.
const NamedPreTokenizer* findPreTokenizer(std::string_view name);

/// Makes the pre-tokenizer of a row. Throws Error{Unsupported} only if a pattern of the table is
/// wrong.
PreTokenizer makePreTokenizer(const NamedPreTokenizer& named);

} // namespace engine
