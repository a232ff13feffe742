#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// The normalization table that SentencePiece compiles into its models: a double-array trie of what
/// is replaced, then the replacements, each ending in a zero byte.
///
///     trie size u32 (bytes)   trie units u32 …   replacements
///
/// A unit: bits 0–7 and 31 label (bit 31: a value instead of children), bit 8 has a value,
/// bits 10–30 offset of the children, shifted by 8 if bit 9 is set. The child for a byte is at
/// (place ^ offset) ^ byte; a value at (place ^ offset).
class Charsmap {
public:
    /// Every place that the trie can lead to is checked. Throws Error{BadFile}.
    explicit Charsmap(std::string_view compiled);

    struct Replacement {
        std::string_view text; ///< lives with this object
        size_t length = 0; ///< bytes that it replaces
    };

    /// The replacement for the longest prefix of `text` that has one.
    std::optional<Replacement> find(std::string_view text) const;

    /// The text with every replacement made, longest first.
    std::string apply(std::string_view text) const;

private:
    void check() const;

    std::vector<uint32_t> m_units;
    std::string m_replacements;
};

} // namespace engine
