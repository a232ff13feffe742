#pragma once

#include "engine/tokenizers/unicode.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class Charsmap;
class Regex;

/// Changes a text before it is cut into words. Takes and returns UTF-8.
using Normalizer = std::function<std::string(std::string)>;

Normalizer toNormalForm(NormalForm form);
Normalizer toLowercase();
Normalizer prepend(std::string prefix); ///< leaves an empty text empty
Normalizer replaceText(std::string what, std::string by);
Normalizer replaceMatches(std::shared_ptr<const Regex> what, std::string by);
Normalizer stripWhitespace(bool left, bool right);
Normalizer stripAccents(); ///< removes the characters of Unicode category Mn
Normalizer toLetters(); ///< spells bytes as letters, see byte_letters.h
Normalizer replaceByCharsmap(std::shared_ptr<const Charsmap> charsmap);
Normalizer inSequence(std::vector<Normalizer> steps);

/// What BERT does to a text. Hugging Face and llama.cpp differ in `keepOnlyBase`.
struct BertRules {
    bool cleanText = true; ///< removes control characters and makes all whitespace a space
    bool separateIdeographs = true; ///< puts spaces around CJK ideographs
    bool stripAccents = true;
    bool lowercase = true;
    /// Strips all of a decomposition but its first character (llama.cpp), not only its marks.
    bool keepOnlyBase = false;
};
Normalizer normalizeForBert(BertRules rules);

/// How a T5 vocabulary treats spaces, after its charsmap was applied.
struct SpaceRules {
    bool prefix = true; ///< a space is put before the text
    bool merge = true; ///< several spaces in a row become one
};
Normalizer spacesToBlocks(SpaceRules rules); ///< makes each ' ' a '▁'

inline constexpr std::string_view blockSpace = "\xE2\x96\x81"; ///< '▁', which stands for a space

/// Returns `text` with every occurrence of `what` replaced by `by`.
std::string replaced(std::string_view text, std::string_view what, std::string_view by);

} // namespace engine
