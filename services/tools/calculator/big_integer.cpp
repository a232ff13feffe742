#include "services/tools/calculator/big_integer.h"

#include <algorithm>
#include <span>
#include <utility>

namespace services {

namespace {

constexpr int64_t base = 1'000'000'000;
constexpr size_t limbDigits = 9;

uint32_t digitsToNumber(std::string_view digits)
{
    uint32_t number = 0;
    for (const char digit : digits)
        number = 10 * number + uint32_t(digit - '0');
    return number;
}

// How often `divisor` goes into `part`, which has one limb more: right, or too large by one.
int64_t guessDigit(std::span<const uint32_t> part, std::span<const uint32_t> divisor)
{
    const size_t last = divisor.size() - 1;
    const uint64_t head = uint64_t(part[last + 1]) * base + part[last];
    uint64_t guess = head / divisor[last], rest = head % divisor[last];
    while (guess >= uint64_t(base)
        || (rest < uint64_t(base) && guess * divisor[last - 1] > rest * base + part[last - 1])) {
        --guess;
        rest += divisor[last];
    }
    return int64_t(guess);
}

// part += factor · number, and what is carried beyond it.
int64_t addMultiple(std::span<uint32_t> part, std::span<const uint32_t> number, int64_t factor)
{
    int64_t carry = 0;
    for (size_t limb = 0; limb < part.size(); ++limb) {
        carry += part[limb] + (limb < number.size() ? factor * int64_t(number[limb]) : 0);
        const int64_t digit = (carry % base + base) % base;
        part[limb] = uint32_t(digit);
        carry = (carry - digit) / base;
    }
    return carry;
}

void trim(std::vector<uint32_t>& limbs)
{
    while (!limbs.empty() && limbs.back() == 0)
        limbs.pop_back();
}

} // namespace

BigInteger::BigInteger(int64_t value)
    : m_isNegative(value < 0)
{
    uint64_t rest = value < 0 ? 0 - uint64_t(value) : uint64_t(value);
    for (; rest > 0; rest /= uint64_t(base))
        m_limbs.push_back(uint32_t(rest % uint64_t(base)));
}

BigInteger::BigInteger(Limbs limbs, bool isNegative)
    : m_limbs(std::move(limbs))
{
    trim(m_limbs);
    m_isNegative = isNegative && !m_limbs.empty();
}

BigInteger BigInteger::fromDigits(std::string_view digits)
{
    Limbs limbs;
    while (!digits.empty()) {
        const size_t begin = digits.size() > limbDigits ? digits.size() - limbDigits : 0;
        limbs.push_back(digitsToNumber(digits.substr(begin)));
        digits = digits.substr(0, begin);
    }
    return {std::move(limbs), false};
}

BigInteger BigInteger::powerOfTen(size_t exponent)
{
    return fromDigits('1' + std::string(exponent, '0'));
}

std::string BigInteger::text() const
{
    if (isZero())
        return "0";
    std::string text = std::to_string(m_limbs.back());
    for (size_t limb = m_limbs.size() - 1; limb-- > 0;) {
        const std::string digits = std::to_string(m_limbs[limb]);
        text += std::string(limbDigits - digits.size(), '0') + digits;
    }
    return m_isNegative ? '-' + text : text;
}

size_t BigInteger::length() const
{
    return isZero() ? 1 : (m_limbs.size() - 1) * limbDigits + std::to_string(m_limbs.back()).size();
}

double BigInteger::toDouble() const
{
    double number = 0;
    for (size_t limb = m_limbs.size(); limb-- > 0;)
        number = number * double(base) + m_limbs[limb];
    return m_isNegative ? -number : number;
}

BigInteger BigInteger::operator-() const
{
    return {m_limbs, !m_isNegative};
}

BigInteger BigInteger::operator+(const BigInteger& other) const
{
    if (m_isNegative == other.m_isNegative)
        return {sum(m_limbs, other.m_limbs), m_isNegative};
    if (compare(m_limbs, other.m_limbs) < 0)
        return {difference(other.m_limbs, m_limbs), other.m_isNegative};
    return {difference(m_limbs, other.m_limbs), m_isNegative};
}

BigInteger BigInteger::operator*(const BigInteger& other) const
{
    Limbs product(m_limbs.size() + other.m_limbs.size());
    for (size_t left = 0; left < m_limbs.size(); ++left) {
        uint64_t carry = 0;
        for (size_t right = 0; right < other.m_limbs.size(); ++right) {
            carry += product[left + right] + uint64_t(m_limbs[left]) * other.m_limbs[right];
            product[left + right] = uint32_t(carry % base);
            carry /= base;
        }
        product[left + other.m_limbs.size()] = uint32_t(carry);
    }
    return {std::move(product), m_isNegative != other.m_isNegative};
}

std::strong_ordering BigInteger::operator<=>(const BigInteger& other) const
{
    if (m_isNegative != other.m_isNegative)
        return m_isNegative ? std::strong_ordering::less : std::strong_ordering::greater;
    return m_isNegative ? compare(other.m_limbs, m_limbs) : compare(m_limbs, other.m_limbs);
}

std::strong_ordering BigInteger::compare(const Limbs& left, const Limbs& right)
{
    if (left.size() != right.size())
        return left.size() <=> right.size();
    return std::lexicographical_compare_three_way(
        left.rbegin(), left.rend(), right.rbegin(), right.rend());
}

BigInteger::Limbs BigInteger::sum(const Limbs& left, const Limbs& right)
{
    Limbs sum(std::max(left.size(), right.size()) + 1);
    uint64_t carry = 0;
    for (size_t limb = 0; limb < sum.size(); ++limb) {
        carry += (limb < left.size() ? left[limb] : 0) + (limb < right.size() ? right[limb] : 0);
        sum[limb] = uint32_t(carry % base);
        carry /= base;
    }
    return sum;
}

BigInteger::Limbs BigInteger::difference(const Limbs& larger, const Limbs& smaller)
{
    Limbs difference = larger;
    addMultiple(difference, smaller, -1);
    return difference;
}

BigInteger::Division BigInteger::dividedBy(const BigInteger& divisor) const
{
    if (compare(m_limbs, divisor.m_limbs) < 0)
        return {0, *this};
    Division division = divisor.m_limbs.size() == 1 ? divideByLimb(m_limbs, divisor.m_limbs.front())
                                                    : divideLong(m_limbs, divisor.m_limbs);
    if (m_isNegative != divisor.m_isNegative)
        division.quotient = -division.quotient;
    if (m_isNegative)
        division.remainder = -division.remainder;
    return division;
}

BigInteger::Division BigInteger::divideByLimb(const Limbs& dividend, uint32_t divisor)
{
    Limbs quotient(dividend.size());
    uint64_t rest = 0;
    for (size_t limb = dividend.size(); limb-- > 0;) {
        rest = rest * base + dividend[limb];
        quotient[limb] = uint32_t(rest / divisor);
        rest %= divisor;
    }
    return {{std::move(quotient), false}, int64_t(rest)};
}

// Knuth, The Art of Computer Programming, volume 2, 4.3.1, algorithm D.
BigInteger::Division BigInteger::divideLong(const Limbs& dividend, const Limbs& divisor)
{
    const int64_t scale = base / (divisor.back() + 1);
    const Limbs by = (BigInteger(divisor, false) * scale).m_limbs;
    Limbs rest = (BigInteger(dividend, false) * scale).m_limbs;
    rest.resize(dividend.size() + 1);
    Limbs quotient(rest.size() - by.size());
    for (size_t place = quotient.size(); place-- > 0;) {
        const std::span part = std::span(rest).subspan(place, by.size() + 1);
        int64_t digit = guessDigit(part, by);
        if (addMultiple(part, by, -digit) < 0) {
            --digit;
            addMultiple(part, by, 1);
        }
        quotient[place] = uint32_t(digit);
    }
    return {{std::move(quotient), false}, divideByLimb(rest, uint32_t(scale)).quotient};
}

BigInteger absolute(const BigInteger& number)
{
    return number.isNegative() ? -number : number;
}

BigInteger greatestCommonDivisor(BigInteger left, BigInteger right)
{
    while (!right.isZero())
        left = std::exchange(right, left.dividedBy(right).remainder);
    return absolute(left);
}

// Uses Newton's method, from above.
BigInteger squareRoot(const BigInteger& number)
{
    BigInteger root = BigInteger::powerOfTen(number.length() / 2 + 1);
    for (;;) {
        const BigInteger next = (root + number.dividedBy(root).quotient).dividedBy(2).quotient;
        if (next >= root)
            return root;
        root = next;
    }
}

} // namespace services
