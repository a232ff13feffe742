#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace services {

enum class NumberStyle : uint8_t {
    None, ///< a bullet, or nothing
    Decimal,
    PaddedDecimal, ///< "01"
    LowerLetter, ///< a … z, aa, bb
    UpperLetter,
    LowerRoman,
    UpperRoman,
};

/// The style that HTML, OpenDocument, CSS or Word call so: "a", "lower-alpha", "lowerLetter".
NumberStyle numberStyle(std::string_view name);

/// A number of an item as it is shown, without what is around it. What a style can't show is decimal.
std::string numberText(int64_t number, NumberStyle style);

/// The numbers of a list with levels: "1.", "1.1", "(a)".
class ListNumbers {
public:
    static constexpr size_t levels = 10;

    struct Level {
        NumberStyle style = NumberStyle::None;
        std::string pattern = "%1."; ///< "%2" is the number of the second level
        int64_t start = 1;
        bool isDecimal = false; ///< all numbers in the pattern are
    };

    Level& level(size_t level) { return m_levels[level < levels ? level : levels - 1]; }

    /// The number of the next item; empty where it has a bullet. Items of deeper levels start again
    /// behind it.
    std::string next(size_t level);

    /// The next item of the level has this number.
    void restart(size_t level, int64_t number);

private:
    std::array<Level, levels> m_levels;
    std::array<int64_t, levels> m_numbers{}; // of the last items
    std::array<bool, levels> m_isUsed{}; // since the last item of a higher level
};

} // namespace services
