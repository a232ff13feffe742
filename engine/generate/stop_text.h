#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Ends a text at one of several strings and never shows a part of one. Text that may be the
/// beginning of a stop string is held back until it is known. Belongs to one job.
class StopText {
public:
    /// Empty strings are left out.
    explicit StopText(std::vector<std::string> strings);

    /// The text that may be shown after this piece; often empty. Once a stop string is complete,
    /// what precedes it is returned and every later call returns nothing. Of several, the one that
    /// is complete first wins; at the same byte, the one that begins earliest, and then the first
    /// of the list. Takes time linear in the text.
    std::string push(std::string_view piece);

    /// What was held back, for a text that ended without a stop string.
    std::string flush();

    /// The stop string that was met.
    const std::optional<std::string>& found() const { return m_found; }

    /// Bytes held back.
    size_t heldBytes() const { return m_held.size(); }

private:
    // A stop string and how much of it the end of the text matches (Knuth, Morris and Pratt).
    struct Matcher {
        std::string string;
        std::vector<size_t> fallback; // length of the longest border of each prefix
        size_t matched = 0;

        bool advance(char next); // true when the string is complete
    };

    const Matcher* advanceAll(char next);

    std::vector<Matcher> m_matchers;
    std::string m_held;
    std::optional<std::string> m_found;
};

} // namespace engine
