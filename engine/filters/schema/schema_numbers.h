#pragma once

#include "engine/filters/schema/schema_text_set.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A decimal number of any size, exact.
struct Decimal {
    bool negative = false; ///< never with zero
    std::string whole = "0"; ///< digits, no leading zero
    std::string fraction; ///< digits, no trailing zero

    bool operator==(const Decimal&) const = default;
    bool isZero() const { return whole == "0" && fraction.empty(); }
    std::string text() const;
};

/// The value of a JSON number; nothing if it would take more than a thousand digits to write.
std::optional<Decimal> decimalOf(std::string_view jsonNumber);

/// What a schema asks of a number.
struct NumberTest {
    enum class Kind { Whole, AtLeast, Above, AtMost, Below, MultipleOf, Equals };
    Kind kind = Kind::Whole;
    Decimal operand; ///< not used by Whole; of MultipleOf greater than 0
    bool holds = true; ///< false: the opposite is asked
};

/// Divisors of more units in their last place than this are not enforced.
inline constexpr uint32_t maxDivisorUnits = 20'000;

/// How many units of its last place a divisor has; nothing if more than maxDivisorUnits. 0.25: 25.
std::optional<uint32_t> divisorUnits(const Decimal& divisor);

/// The JSON texts of the numbers that pass all tests, at least one, written without exponent. Of
/// whole numbers those without a decimal point.
TextSet numbersPassing(const std::vector<NumberTest>& tests);

} // namespace engine
