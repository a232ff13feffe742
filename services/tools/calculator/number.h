#pragma once

#include <cstdint>
#include <gmpxx.h>
#include <span>
#include <string>
#include <string_view>

namespace services {

/// A fraction in lowest terms, as long as a number can be one, and otherwise as near to it as a
/// double is. A value. What it cannot compute throws base::Error{BadRequest} with a message: a
/// division by zero, a number of too many digits.
class Number {
public:
    static constexpr size_t mostDigits = 1000;

    Number(int64_t value = 0)
        : m_exact(value)
    {
    }
    Number(mpz_class numerator, mpz_class denominator = 1);
    static Number approximate(double value);

    bool isExact() const { return m_isExact; }
    bool isWhole() const { return m_isExact && denominator() == 1; }
    bool isNegative() const { return m_isExact ? sgn(m_exact) < 0 : m_approximate < 0; }
    bool isZero() const { return m_isExact ? sgn(m_exact) == 0 : m_approximate == 0; }
    const mpz_class& numerator() const
    {
        return m_exact.get_num();
    } ///< of an exact one, as is the next
    const mpz_class& denominator() const { return m_exact.get_den(); } ///< positive
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
    explicit Number(mpq_class exact);

    mpq_class m_exact; // in lowest terms
    double m_approximate = 0;
    bool m_isExact = true;
};

/// The largest whole number that is not above it. It must be exact.
mpz_class floor(const Number& number);

/// The square root, exact where there is a fraction that is one.
Number squareRoot(const Number& number);

Number power(const Number& base, const Number& exponent);

/// What is left of a division that goes down: it has the sign of the divisor.
Number remainder(const Number& dividend, const Number& divisor);

/// Returns the value of a function that the calculator knows, or of a constant (without arguments).
/// Throws base::Error{BadRequest} if there is no such function, or not of so many arguments.
Number callFunction(std::string_view function, std::span<const Number> arguments);

Number factorial(const Number& number);

} // namespace services
