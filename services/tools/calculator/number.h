#pragma once

#include "services/tools/calculator/big_integer.h"

#include <string>

namespace services {

/// A fraction in lowest terms, as long as a number can be one, and otherwise as near to it as a
/// double is. A value. What it cannot compute throws base::Error{BadRequest} with a message: a
/// division by zero, a number of too many digits.
class Number {
public:
    static constexpr size_t mostDigits = 1000;

    Number(int64_t value = 0)
        : Number(BigInteger(value))
    {
    }
    Number(BigInteger numerator, BigInteger denominator = 1);
    static Number approximate(double value);

    bool isExact() const { return m_isExact; }
    bool isWhole() const { return m_isExact && m_denominator == 1; }
    bool isNegative() const;
    bool isZero() const;
    const BigInteger& numerator() const { return m_numerator; } ///< of an exact one, as is the next
    const BigInteger& denominator() const { return m_denominator; }
    double toDouble() const;

    /// "42", "0.125", "≈ 0.333333333333333333333333333333 (1/3)", "≈ 1.4142135623731".
    std::string text() const;

    Number operator-() const;
    Number operator+(const Number& other) const;
    Number operator-(const Number& other) const { return *this + -other; }
    Number operator*(const Number& other) const;
    Number operator/(const Number& other) const;
    bool operator<(const Number& other) const;

private:
    BigInteger m_numerator, m_denominator; // the latter is positive
    double m_approximate = 0;
    bool m_isExact = true;
};

/// The largest whole number that is not above it. It must be exact.
BigInteger floorOf(const Number& number);

/// The square root, exact where there is a fraction that is one.
Number squareRoot(const Number& number);

Number power(const Number& base, const Number& exponent);

/// What is left of a division that goes down: it has the sign of the divisor.
Number remainder(const Number& dividend, const Number& divisor);

} // namespace services
