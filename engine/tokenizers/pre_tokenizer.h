#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class Regex;

/// A part of the text that no token may reach out of.
struct Word {
    std::string text;
    bool beginsText = false; ///< nothing of the whole text stands before it
};

/// Cuts words into smaller ones, and may respell them. UTF-8 throughout.
using PreTokenizer = std::function<std::vector<Word>(std::vector<Word>)>;

/// What becomes of the matches of a pattern.
enum class SplitBehaviour { Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous };

/// `inverted`: what lies between the matches is taken for the matches.
PreTokenizer splitAt(
    std::shared_ptr<const Regex> pattern, SplitBehaviour behaviour, bool inverted = false);
PreTokenizer splitAtText(std::string pattern, SplitBehaviour behaviour, bool inverted = false);

using CharacterTest = std::function<bool(char32_t)>;
PreTokenizer splitAtCharacters(CharacterTest test, SplitBehaviour behaviour);

PreTokenizer spellBytes(); ///< in byte letters
PreTokenizer prefixSpace(); ///< before every word that does not begin with one

/// Every space becomes `replacement`, which is also put before a word that has none.
enum class PrependScheme { Always, First, Never };
PreTokenizer metaspace(std::string replacement, PrependScheme scheme, bool split);

/// Cuts after each group of three digits counted from the end of a run of digits: 1|234|567.
PreTokenizer splitAfterDigitTriples();

/// Cuts before such groups; digits are 0 to 9.
PreTokenizer splitBeforeDigitTriples();

PreTokenizer inSequence(std::vector<PreTokenizer> steps);

/// The pattern that GPT-2 cuts by, and byte-level tokenizers that name no other.
extern const std::string_view gpt2Pattern;

} // namespace engine
