#pragma once

#include "engine/tokenizers/unicode.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class Regex;

/// The normalization table that SentencePiece compiles into its models (precompiled_charsmap): a
/// double-array trie (darts-clone) of the texts that are replaced, and then the replacements, each
/// of which ends in a zero byte.
///
///     trie size u32 (bytes)   trie units u32 …   replacements
///
/// The bits of a unit: 0–7 and 31 are its label (bit 31 is set if it is a value instead of a node),
/// bit 8 says that the node has a value, bits 10–30 are the offset of its children, to be shifted
/// left by 8 if bit 9 is set. From the node at `position`, the child for a byte is at (position ^
/// offset) ^ byte, and the value is at (position ^ offset).
class Charsmap {
public:
    /// Checks every position that the trie can lead to, so that find() needs no checks. Throws
    /// Error{BadFile} if one of them is outside the table.
    explicit Charsmap(std::string_view compiled);

    struct Replacement {
        std::string_view text; ///< valid as long as this object
        size_t length = 0; ///< how many bytes of the text it replaces
    };

    /// Returns the replacement of the longest prefix of `text` that has one, or nothing.
    std::optional<Replacement> find(std::string_view text) const;

    /// Returns `text` with every replacement made from left to right, the longest match first.
    std::string apply(std::string_view text) const;

private:
    void check() const;

    std::vector<uint32_t> m_units;
    std::string m_replacements;
};

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
