#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// The normalization table that SentencePiece compiles into its models (precompiled_charsmap): a
/// double-array trie (darts-clone) of the texts that are replaced, and then the replacements, each
/// of which ends in a zero byte.
///
///     trie size u32 (bytes)   trie units u32 …   replacements
///
/// The bits of a unit: 0–7 and 31 are its label (bit 31 is set if it is a value instead of a node),
/// bit 8 says that the node has a value, bits 10–30 are the offset of its children, to be shifted
/// left by 8 if bit 9 is set. From the node at `place`, the child for a byte is at (place ^ offset)
/// ^ byte, and the value is at (place ^ offset).
class Charsmap {
public:
    /// Checks every place that the trie can lead to, so that find() needs no checks. Throws
    /// Error{BadFile} if one of them lies outside the table.
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

} // namespace engine
