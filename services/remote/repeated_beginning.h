#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// Takes out of the continuation of a text what it repeats of the end of that text, or of all of it,
/// before it goes on: a model that is asked in words to continue likes to do so. Holds back only what
/// may be such a repetition.
class RepeatedBeginning {
public:
    static constexpr size_t least = 16; ///< bytes; fewer are no repetition, unless that is all
    static constexpr size_t most = 4000; ///< bytes before the end that a repetition begins at most

    explicit RepeatedBeginning(std::string given);

    /// What of `text`, and of what was held back, is new.
    std::string take(std::string_view text);

    std::string end(); ///< what was held back: it was no repetition

private:
    bool isRepetition(size_t begin) const;

    const std::string m_given;
    std::vector<size_t> m_begins; // where the text so far may be found in m_given
    std::string m_held;
    bool m_isDecided = false;
};

} // namespace services
