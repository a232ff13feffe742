#include "services/tools/calculator/number.h"

#include "base/error.h"

#include <cmath>
#include <cstdio>
#include <utility>

namespace services {

namespace {

constexpr size_t shownDigits = 30; // behind the point, of a fraction that continues for ever
constexpr size_t mostShownDigits = 100; // behind the point, of one that ends

[[noreturn]] void refuse(const std::string& sentence)
{
    throw base::Error(base::ErrorKind::BadRequest, sentence);
}

// The number of digits that a fraction has behind the point; more than `mostShownDigits` if it has
// no end.
size_t digitsBehindPoint(BigInteger denominator)
{
    size_t twos = 0, fives = 0;
    for (auto [prime, count] : {std::pair(2, &twos), std::pair(5, &fives)}) {
        for (;;) {
            auto [quotient, remainder] = denominator.dividedBy(prime);
            if (!remainder.isZero() || *count > mostShownDigits)
                break;
            denominator = std::move(quotient);
            ++*count;
        }
    }
    return denominator == 1 ? std::max(twos, fives) : mostShownDigits + 1;
}

// Rounded, if it has more.
std::string decimal(const BigInteger& numerator, const BigInteger& denominator, size_t digits)
{
    const BigInteger doubled = absolute(numerator) * BigInteger::powerOfTen(digits) * 2;
    const BigInteger scaled = (doubled + denominator).dividedBy(denominator * 2).quotient;
    std::string text = scaled.text();
    if (text.size() <= digits)
        text.insert(0, digits + 1 - text.size(), '0');
    text.insert(text.size() - digits, digits > 0 ? "." : "");
    return (numerator.isNegative() ? "-" : "") + text;
}

// Uses scientific notation where needed: the number may be too small or too large for anything
// else.
std::string shortText(double value)
{
    char text[64];
    std::snprintf(text, sizeof text, "%.14g", value);
    return text;
}

int64_t smallWhole(const Number& number)
{
    return int64_t(number.numerator().toDouble());
}

Number wholePower(Number base, int64_t exponent)
{
    Number result = 1;
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2 != 0)
            result = result * base;
        if (exponent > 1)
            base = base * base;
    }
    return result;
}

} // namespace

Number::Number(BigInteger numerator, BigInteger denominator)
    : m_numerator(std::move(numerator))
    , m_denominator(std::move(denominator))
{
    if (m_denominator.isZero())
        refuse("Division by zero.");
    const BigInteger common = greatestCommonDivisor(m_numerator, m_denominator);
    if (common != 1) {
        m_numerator = m_numerator.dividedBy(common).quotient;
        m_denominator = m_denominator.dividedBy(common).quotient;
    }
    if (m_denominator.isNegative()) {
        m_numerator = -m_numerator;
        m_denominator = -m_denominator;
    }
    if (m_numerator.length() > mostDigits || m_denominator.length() > mostDigits)
        refuse(
            "A number in the expression has more than " + std::to_string(mostDigits) + " digits.");
}

Number Number::approximate(double value)
{
    if (!std::isfinite(value))
        refuse("The result isn't a number or is too large.");
    Number number;
    number.m_approximate = value;
    number.m_isExact = false;
    return number;
}

bool Number::isNegative() const
{
    return m_isExact ? m_numerator.isNegative() : m_approximate < 0;
}

bool Number::isZero() const
{
    return m_isExact ? m_numerator.isZero() : m_approximate == 0;
}

// Divides only the leading digits of both, as many as a double can represent the size of.
double Number::toDouble() const
{
    if (!m_isExact)
        return m_approximate;
    const size_t length = std::max(m_numerator.length(), m_denominator.length());
    if (length < 300)
        return m_numerator.toDouble() / m_denominator.toDouble();
    const BigInteger scale = BigInteger::powerOfTen(length - 300);
    return m_numerator.dividedBy(scale).quotient.toDouble()
        / m_denominator.dividedBy(scale).quotient.toDouble();
}

std::string Number::text() const
{
    if (!m_isExact)
        return "≈ " + shortText(m_approximate);
    if (m_denominator == 1)
        return m_numerator.text();
    const size_t digits = digitsBehindPoint(m_denominator);
    if (digits <= mostShownDigits)
        return decimal(m_numerator, m_denominator, digits);
    const std::string text = "≈ " + decimal(m_numerator, m_denominator, shownDigits);
    if (m_numerator.length() + m_denominator.length() > shownDigits)
        return text;
    return text + " (" + m_numerator.text() + '/' + m_denominator.text() + ')';
}

Number Number::operator-() const
{
    Number negative = *this;
    negative.m_numerator = -m_numerator;
    negative.m_approximate = -m_approximate;
    return negative;
}

Number Number::operator+(const Number& other) const
{
    if (!m_isExact || !other.m_isExact)
        return approximate(toDouble() + other.toDouble());
    return {m_numerator * other.m_denominator + other.m_numerator * m_denominator,
        m_denominator * other.m_denominator};
}

Number Number::operator*(const Number& other) const
{
    if (!m_isExact || !other.m_isExact)
        return approximate(toDouble() * other.toDouble());
    return {m_numerator * other.m_numerator, m_denominator * other.m_denominator};
}

Number Number::operator/(const Number& other) const
{
    if (other.isZero())
        refuse("Division by zero.");
    if (!m_isExact || !other.m_isExact)
        return approximate(toDouble() / other.toDouble());
    return {m_numerator * other.m_denominator, m_denominator * other.m_numerator};
}

bool Number::operator<(const Number& other) const
{
    if (!m_isExact || !other.m_isExact)
        return toDouble() < other.toDouble();
    return m_numerator * other.m_denominator < other.m_numerator * m_denominator;
}

BigInteger floorOf(const Number& number)
{
    auto [quotient, remainder] = number.numerator().dividedBy(number.denominator());
    return remainder.isNegative() ? quotient - 1 : quotient;
}

Number squareRoot(const Number& number)
{
    if (number.isNegative())
        refuse("A negative number has no square root.");
    if (!number.isExact())
        return Number::approximate(std::sqrt(number.toDouble()));
    const BigInteger above = squareRoot(number.numerator());
    const BigInteger below = squareRoot(number.denominator());
    if (above * above == number.numerator() && below * below == number.denominator())
        return {above, below};
    return Number::approximate(std::sqrt(number.toDouble()));
}

// Exact where the exponent is a whole number that does not make the result too long.
Number power(const Number& base, const Number& exponent)
{
    if (base.isZero() && exponent.isNegative())
        refuse("Division by zero.");
    if (!base.isExact() || !exponent.isWhole())
        return Number::approximate(std::pow(base.toDouble(), exponent.toDouble()));
    const bool isTrivial = base.isWhole() && absolute(base.numerator()) <= 1;
    if (isTrivial)
        return exponent.isZero() || !base.isNegative() || exponent.numerator().isOdd()
            ? (exponent.isZero() ? Number(1) : base)
            : -base;
    if (absolute(exponent.numerator()) > BigInteger(int64_t(4 * Number::mostDigits)))
        refuse("A number in the expression has more than " + std::to_string(Number::mostDigits)
            + " digits.");
    const int64_t times = smallWhole(exponent);
    const Number result = wholePower(base, std::abs(times));
    return times < 0 ? Number(1) / result : result;
}

Number remainder(const Number& dividend, const Number& divisor)
{
    if (divisor.isZero())
        refuse("Division by zero.");
    if (!dividend.isExact() || !divisor.isExact()) {
        const double by = divisor.toDouble();
        return Number::approximate(dividend.toDouble() - by * std::floor(dividend.toDouble() / by));
    }
    return dividend - divisor * Number(floorOf(dividend / divisor));
}

} // namespace services
