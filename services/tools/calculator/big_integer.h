#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// A whole number of any size. A value.
class BigInteger {
public:
    BigInteger(int64_t value = 0);

    static BigInteger fromDigits(std::string_view digits); ///< decimal digits and nothing else
    static BigInteger powerOfTen(size_t exponent);

    std::string text() const; ///< in decimal digits
    size_t length() const; ///< of these digits, without the sign; 0 has one
    double toDouble() const; ///< infinite if it is too large
    bool isZero() const { return m_limbs.empty(); }
    bool isNegative() const { return m_isNegative; }
    bool isOdd() const { return !isZero() && m_limbs.front() % 2 != 0; }

    BigInteger operator-() const;
    BigInteger operator+(const BigInteger& other) const;
    BigInteger operator-(const BigInteger& other) const { return *this + -other; }
    BigInteger operator*(const BigInteger& other) const;
    std::strong_ordering operator<=>(const BigInteger& other) const;
    bool operator==(const BigInteger& other) const = default;

    struct Division;
    /// Cuts off behind the point; the remainder has the sign of this. `divisor` is not zero.
    Division dividedBy(const BigInteger& divisor) const;

private:
    using Limbs = std::vector<uint32_t>; // in base 10⁹, the lowest first, the highest not 0

    BigInteger(Limbs limbs, bool isNegative);
    static std::strong_ordering compare(const Limbs& left, const Limbs& right);
    static Limbs sum(const Limbs& left, const Limbs& right);
    static Limbs difference(const Limbs& larger, const Limbs& smaller);
    static Division divideByLimb(const Limbs& dividend, uint32_t divisor);
    static Division divideLong(const Limbs& dividend, const Limbs& divisor);

    Limbs m_limbs; // empty: 0
    bool m_isNegative = false;
};

struct BigInteger::Division {
    BigInteger quotient, remainder;
};

BigInteger absolute(const BigInteger& number);
BigInteger greatestCommonDivisor(BigInteger left, BigInteger right);
BigInteger squareRoot(const BigInteger& number); ///< the largest whole number not above it

} // namespace services
