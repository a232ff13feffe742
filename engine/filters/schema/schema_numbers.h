#pragma once

#include "engine/filters/schema/schema_text_set.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// An exact decimal number of any size.
struct Decimal {
    bool negative = false; ///< false for zero
    std::string whole = "0"; ///< the digits before the point, without leading zeros
    std::string fraction; ///< the digits after the point, without trailing zeros

    bool operator==(const Decimal&) const = default;
    bool isZero() const { return whole == "0" && fraction.empty(); }
    std::string text() const;
};

/// The value of a number written in JSON; nothing if it would take more than a thousand digits.
std::optional<Decimal> parseDecimal(std::string_view jsonNumber);

/// One thing that a schema requires of a number.
struct NumberTest {
    enum class Kind { Whole, AtLeast, Above, AtMost, Below, MultipleOf, Equals };
    Kind kind = Kind::Whole;
    Decimal operand; ///< not used by Whole; above 0 for MultipleOf
    bool holds = true; ///< if false, the opposite is demanded
};

/// The largest result of divisorUnits(). Larger divisors of multipleOf are not enforced.
inline constexpr uint32_t maxDivisorUnits = 20'000;

/// A divisor counted in units of its last digit: 25 for 0.25. Nothing if that is more than
/// maxDivisorUnits.
std::optional<uint32_t> divisorUnits(const Decimal& divisor);

/// The JSON texts, without exponent, of the numbers that pass all tests; there must be at least one
/// test. Whole numbers are written without a decimal point.
TextSet numbersPassing(const std::vector<NumberTest>& tests);

} // namespace engine
