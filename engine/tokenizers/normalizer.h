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

/// What is done to a text before it is cut into words. Takes and gives UTF-8.
using Normalizer = std::function<std::string(std::string)>;

Normalizer toNormalForm(NormalForm form);
Normalizer toLowercase();
Normalizer prepend(std::string prefix); ///< to what is not empty
Normalizer replaceText(std::string what, std::string by);
Normalizer replaceMatches(std::shared_ptr<const Regex> what, std::string by);
Normalizer stripWhitespace(bool left, bool right);
Normalizer stripAccents(); ///< removes Mn
Normalizer toLetters(); ///< byte letters
Normalizer replaceByCharsmap(std::shared_ptr<const Charsmap> charsmap);
Normalizer inSequence(std::vector<Normalizer> steps);

/// What BERT does to text, as Hugging Face or as llama.cpp understands it.
struct BertRules {
    bool cleanText = true; ///< no control characters, all whitespace a space
    bool separateIdeographs = true; ///< spaces around CJK
    bool stripAccents = true;
    bool lowercase = true;
    bool keepOnlyBase = false; ///< of a decomposition: llama.cpp; else all but marks
};
Normalizer normalizeForBert(BertRules rules);

/// How a T5 vocabulary wants spaces. Applied after the charsmap.
struct SpaceRules {
    bool prefix = true;
    bool merge = true;
};
Normalizer spacesToBlocks(SpaceRules rules); ///< ' ' becomes '▁'

inline constexpr std::string_view blockSpace = "\xE2\x96\x81"; ///< ▁, which stands for a space

/// `text` with every `what` replaced.
std::string replaced(std::string_view text, std::string_view what, std::string_view by);

} // namespace engine
