#include "services/tools/calculator/number.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace services {

namespace {

constexpr size_t shownDigits = 30; // behind the point, of a fraction that continues for ever
constexpr size_t maxShownDigits = 100; // behind the point, of one that ends

[[noreturn]] void reject(const std::string& message)
{
    throw base::Error(base::ErrorKind::BadRequest, message);
}

mpz_class powerOfTen(unsigned long exponent)
{
    mpz_class power;
    mpz_ui_pow_ui(power.get_mpz_t(), 10, exponent);
    return power;
}

[[noreturn]] void rejectLength()
{
    reject("A number in the expression has more than " + std::to_string(Number::mostDigits)
        + " digits.");
}

void checkLength(const mpz_class& number)
{
    static const mpz_class limit = powerOfTen(Number::mostDigits);
    if (mpz_cmpabs(number.get_mpz_t(), limit.get_mpz_t()) >= 0)
        rejectLength();
}

// The number of digits that a fraction has behind the point; more than `maxShownDigits` if it has
// no end.
size_t digitsBehindPoint(mpz_class denominator)
{
    const auto take = [&](const mpz_class& prime) {
        return mpz_remove(denominator.get_mpz_t(), denominator.get_mpz_t(), prime.get_mpz_t());
    };
    const size_t twos = take(2), fives = take(5);
    return denominator == 1 ? std::max(twos, fives) : maxShownDigits + 1;
}

// Rounded, if it has more.
std::string decimal(const Number& number, size_t digits)
{
    const mpz_class doubled = abs(number.numerator()) * powerOfTen(digits) * 2;
    const mpz_class scaled = (doubled + number.denominator()) / (number.denominator() * 2);
    std::string text = scaled.get_str();
    if (text.size() <= digits)
        text.insert(0, digits + 1 - text.size(), '0');
    text.insert(text.size() - digits, digits > 0 ? "." : "");
    return (number.isNegative() ? "-" : "") + text;
}

// Uses scientific notation where needed: the number may be too small or too large for anything
// else.
std::string shortText(double value)
{
    char text[64];
    std::snprintf(text, sizeof text, "%.14g", value);
    return text;
}

// mpz_class::get_d() cuts bits off.
double nearestDouble(const mpz_class& number)
{
    return std::strtod(number.get_str().c_str(), nullptr);
}

mpz_class wholePower(const mpz_class& base, unsigned long exponent)
{
    constexpr size_t maxBits = 4 * Number::mostDigits; // more than a number may have
    if ((mpz_sizeinbase(base.get_mpz_t(), 2) - 1) * exponent > maxBits)
        rejectLength(); // before it is computed
    mpz_class result;
    mpz_pow_ui(result.get_mpz_t(), base.get_mpz_t(), exponent);
    return result;
}

} // namespace

Number::Number(mpz_class numerator, mpz_class denominator)
{
    if (denominator == 0)
        reject("Division by zero.");
    *this = Number(mpq_class(std::move(numerator), std::move(denominator)));
}

Number::Number(mpq_class exact)
    : m_exact(std::move(exact))
{
    m_exact.canonicalize();
    checkLength(m_exact.get_num());
    checkLength(m_exact.get_den());
}

Number Number::approximate(double value)
{
    if (!std::isfinite(value))
        reject("The result isn't a number or is too large.");
    Number number;
    number.m_approximate = value;
    number.m_isExact = false;
    return number;
}

double Number::toDouble() const
{
    if (!m_isExact)
        return m_approximate;
    constexpr size_t maxBits = 1000; // that a double can represent the size of
    if (mpz_sizeinbase(numerator().get_mpz_t(), 2) < maxBits
        && mpz_sizeinbase(denominator().get_mpz_t(), 2) < maxBits)
        return nearestDouble(numerator()) / nearestDouble(denominator());
    return m_exact.get_d();
}

std::string Number::text() const
{
    if (!m_isExact)
        return "≈ " + shortText(m_approximate);
    const size_t digits = digitsBehindPoint(denominator());
    if (digits <= maxShownDigits)
        return decimal(*this, digits);
    const std::string fraction = m_exact.get_str();
    const std::string text = "≈ " + decimal(*this, shownDigits);
    const size_t length = fraction.size() - 1 - (isNegative() ? 1 : 0);
    return length > shownDigits ? text : text + " (" + fraction + ')';
}

Number Number::operator-() const
{
    Number negative = *this;
    negative.m_exact = -m_exact;
    negative.m_approximate = -m_approximate;
    return negative;
}

Number Number::operator+(const Number& other) const
{
    if (!m_isExact || !other.m_isExact)
        return approximate(toDouble() + other.toDouble());
    return Number(mpq_class(m_exact + other.m_exact));
}

Number Number::operator*(const Number& other) const
{
    if (!m_isExact || !other.m_isExact)
        return approximate(toDouble() * other.toDouble());
    return Number(mpq_class(m_exact * other.m_exact));
}

Number Number::operator/(const Number& other) const
{
    if (other.isZero())
        reject("Division by zero.");
    if (!m_isExact || !other.m_isExact)
        return approximate(toDouble() / other.toDouble());
    return Number(mpq_class(m_exact / other.m_exact));
}

bool Number::operator<(const Number& other) const
{
    if (!m_isExact || !other.m_isExact)
        return toDouble() < other.toDouble();
    return m_exact < other.m_exact;
}

mpz_class floor(const Number& number)
{
    mpz_class quotient;
    mpz_fdiv_q(
        quotient.get_mpz_t(), number.numerator().get_mpz_t(), number.denominator().get_mpz_t());
    return quotient;
}

Number squareRoot(const Number& number)
{
    if (number.isNegative())
        reject("A negative number has no square root.");
    const bool isExact = number.isExact()
        && mpz_perfect_square_p(number.numerator().get_mpz_t()) != 0
        && mpz_perfect_square_p(number.denominator().get_mpz_t()) != 0;
    if (isExact)
        return {sqrt(number.numerator()), sqrt(number.denominator())};
    return Number::approximate(std::sqrt(number.toDouble()));
}

// Exact where the exponent is a whole number that does not make the result too long.
Number power(const Number& base, const Number& exponent)
{
    if (base.isZero() && exponent.isNegative())
        reject("Division by zero.");
    if (!base.isExact() || !exponent.isWhole())
        return Number::approximate(std::pow(base.toDouble(), exponent.toDouble()));
    const mpz_class times = abs(exponent.numerator());
    if (base.isWhole() && abs(base.numerator()) <= 1) // the exponent may be of any size
        return times == 0 ? Number(1) : mpz_even_p(times.get_mpz_t()) ? base * base : base;
    if (times > 4 * Number::mostDigits)
        rejectLength();
    const Number result(wholePower(base.numerator(), times.get_ui()),
        wholePower(base.denominator(), times.get_ui()));
    return exponent.isNegative() ? Number(1) / result : result;
}

Number remainder(const Number& dividend, const Number& divisor)
{
    if (divisor.isZero())
        reject("Division by zero.");
    if (!dividend.isExact() || !divisor.isExact()) {
        const double by = divisor.toDouble();
        return Number::approximate(dividend.toDouble() - by * std::floor(dividend.toDouble() / by));
    }
    return dividend - divisor * Number(floor(dividend / divisor));
}

} // namespace services
