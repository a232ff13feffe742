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
enum class SplitBehaviour { Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous };

/// Cuts words at the matches of `pattern`. If `inverted`, what lies between the matches takes the
/// part of the matches.
PreTokenizer splitAt(
    std::shared_ptr<const Regex> pattern, SplitBehaviour behaviour, bool inverted = false);
PreTokenizer splitAtText(std::string pattern, SplitBehaviour behaviour, bool inverted = false);

using CharacterTest = std::function<bool(char32_t)>;
PreTokenizer splitAtCharacters(CharacterTest test, SplitBehaviour behaviour);

PreTokenizer spellBytes(); ///< spells bytes as letters, see byte_letters.h
PreTokenizer prefixSpace(); ///< puts a space before every word that does not begin with one

/// Which words metaspace() prefixes: all, the one that begins the text, or none.
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

} // namespace engine
