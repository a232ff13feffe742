#include "services/tools/calculator/calculate.h"

#include "base/error.h"
#include "services/tools/calculator/number.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <numbers>
#include <string>
#include <vector>

namespace services {

namespace {

constexpr size_t maxExpressionBytes = 2000; // in bytes
constexpr int maxDepth = 100;
constexpr int64_t maxExponent = 1000; // of a number as it is written: 1e1000

/// Reads an expression from left to right, one function for each strength of operators:
///
///     sum     = product { (+ | −) product }
///     product = signed { (* | / | % | mod) signed }
///     signed  = { + | − } power
///     power   = value { ! | % } [ ^ signed ]
///     value   = number | name | name ( sum { , sum } ) | ( sum )
class ExpressionReader {
public:
    explicit ExpressionReader(std::string_view text)
        : m_text(text)
    {
    }

    Number read()
    {
        const Number result = sum();
        if (!isAtEnd())
            reject("An operator is expected");
        return result;
    }

private:
    [[noreturn]] void reject(const std::string& what) const
    {
        const std::string rest(m_text.substr(m_place, 20));
        throw base::Error(base::ErrorKind::BadRequest,
            what + (rest.empty() ? " at its end." : " before \"" + rest + "\"."));
    }

    bool isAtEnd()
    {
        while (m_place < m_text.size() && std::isspace(byteAt(m_place)))
            ++m_place;
        return m_place == m_text.size();
    }

    unsigned char byteAt(size_t place) const
    {
        return place < m_text.size() ? static_cast<unsigned char>(m_text[place]) : 0;
    }

    bool isNext(std::string_view sign)
    {
        return !isAtEnd() && m_text.substr(m_place).starts_with(sign);
    }

    bool takes(std::string_view sign)
    {
        const bool isThere = isNext(sign);
        m_place += isThere ? sign.size() : 0;
        return isThere;
    }

    bool takesAny(std::initializer_list<std::string_view> signs)
    {
        for (const std::string_view sign : signs)
            if (takes(sign))
                return true;
        return false;
    }

    Number sum()
    {
        Number result = product();
        for (;;) {
            if (takes("+"))
                result = result + product();
            else if (takesAny({"-", "−"}))
                result = result - product();
            else
                return result;
        }
    }

    Number product()
    {
        Number result = signedPower();
        for (;;) {
            if (!isNext("**") && takesAny({"*", "×", "·"}))
                result = result * signedPower();
            else if (takesAny({"/", "÷"}))
                result = result / signedPower();
            else if (takesAny({"%", "mod "}))
                result = remainder(result, signedPower());
            else
                return result;
        }
    }

    Number signedPower()
    {
        if (++m_depth > maxDepth)
            reject("The expression is nested too deeply");
        Number result = takesAny({"-", "−"}) ? -signedPower()
            : takes("+")                     ? signedPower()
                                             : power();
        --m_depth;
        return result;
    }

    Number power()
    {
        Number result = value();
        for (;;) {
            if (takes("!"))
                result = factorial(result);
            else if (isPercent())
                result = result / Number(100);
            else
                break;
        }
        return takesAny({"^", "**"}) ? services::power(result, signedPower()) : result;
    }

    // A per cent sign with nothing to divide by behind it.
    bool isPercent()
    {
        const size_t before = m_place;
        if (takes("%")
            && (isAtEnd()
                || std::string_view("+-*/^%),").find(m_text[m_place]) != std::string_view::npos))
            return true;
        m_place = before;
        return false;
    }

    Number value()
    {
        if (isAtEnd())
            reject("A number is expected");
        if (std::isdigit(byteAt(m_place)) || byteAt(m_place) == '.')
            return number();
        if (takes("("))
            return bracket();
        const std::string_view function = name();
        std::vector<Number> arguments;
        if (takes("(")) {
            do
                arguments.push_back(sum());
            while (takesAny({",", ";"}));
            if (!takes(")"))
                reject("A closing bracket is expected");
        }
        return callFunction(function, arguments);
    }

    Number bracket()
    {
        const Number result = sum();
        if (!takes(")"))
            reject("A closing bracket is expected");
        return result;
    }

    std::string_view name()
    {
        const size_t begin = m_place;
        while (std::isalnum(byteAt(m_place)) || byteAt(m_place) == '_' || byteAt(m_place) >= 0x80)
            ++m_place;
        if (m_place == begin)
            reject("A number is expected");
        return m_text.substr(begin, m_place - begin);
    }

    std::string digits()
    {
        std::string digits;
        for (; std::isdigit(byteAt(m_place)) || byteAt(m_place) == '_'; ++m_place)
            if (byteAt(m_place) != '_')
                digits += m_text[m_place];
        return digits;
    }

    Number number()
    {
        std::string whole = digits();
        std::string behind;
        if (byteAt(m_place) == '.') {
            ++m_place;
            behind = digits();
        }
        if (whole.empty() && behind.empty())
            reject("A number is expected");
        const int64_t exponent = takesExponent();
        const std::string scale = '1' + std::string(behind.size(), '0');
        const Number result(mpz_class(whole + behind, 10), mpz_class(scale, 10));
        return exponent == 0 ? result : result * services::power(10, exponent);
    }

    // The e of 1e5, which no name begins with.
    int64_t takesExponent()
    {
        const bool isSigned = byteAt(m_place + 1) == '-' || byteAt(m_place + 1) == '+';
        const bool isThere = std::tolower(byteAt(m_place)) == 'e'
            && std::isdigit(byteAt(m_place + 1 + (isSigned ? 1 : 0)));
        if (!isThere)
            return 0;
        const bool isNegative = byteAt(m_place + 1) == '-';
        m_place += isSigned ? 2 : 1;
        int64_t exponent = 0;
        for (const char digit : digits())
            exponent = std::min<int64_t>(10 * exponent + (digit - '0'), maxExponent + 1);
        return isNegative ? -exponent : exponent;
    }

    std::string_view m_text;
    size_t m_place = 0;
    int m_depth = 0;
};

} // namespace

std::string calculate(std::string_view expression)
{
    if (expression.size() > maxExpressionBytes)
        throw base::Error(
            base::ErrorKind::BadRequest, "The expression is too long to be computed.");
    return ExpressionReader(expression).read().text();
}

namespace {

using Arguments = std::span<const Number>;

[[noreturn]] void refuse(const std::string& sentence)
{
    throw base::Error(base::ErrorKind::BadRequest, sentence);
}

constexpr int64_t maxRounded = 100; // digits behind the point
constexpr int64_t maxFactorial = 450; // the next ones have more digits than a number may have

Number floored(const Number& number)
{
    return number.isExact() ? Number(floor(number))
                            : Number::approximate(std::floor(number.toDouble()));
}

// Halves away from zero, as people round.
Number rounded(const Number& number)
{
    if (!number.isExact())
        return Number::approximate(std::round(number.toDouble()));
    const Number half = Number(1) / Number(2);
    return number.isNegative() ? -floored(-number + half) : floored(number + half);
}

int64_t smallNumber(const Number& number, int64_t most)
{
    if (!number.isWhole() || abs(number.numerator()) > most)
        refuse("A whole number up to " + std::to_string(most) + " is needed there.");
    return number.numerator().get_si();
}

Number roundedTo(Arguments arguments)
{
    if (arguments.size() == 1)
        return rounded(arguments[0]);
    const Number scale = power(10, smallNumber(arguments[1], maxRounded));
    return rounded(arguments[0] * scale) / scale;
}

template <double (*function)(double)>
Number byDouble(Arguments arguments)
{
    return Number::approximate(function(arguments[0].toDouble()));
}

Number logarithm(Arguments arguments)
{
    const double value = std::log10(arguments[0].toDouble());
    return Number::approximate(
        arguments.size() == 1 ? value : value / std::log10(arguments[1].toDouble()));
}

const mpz_class& requireWhole(const Number& number)
{
    if (!number.isWhole())
        refuse("A whole number is needed there.");
    return number.numerator();
}

Number commonDivisor(Arguments arguments)
{
    mpz_class divisor;
    for (const Number& number : arguments)
        divisor = gcd(divisor, requireWhole(number));
    return divisor;
}

Number commonMultiple(Arguments arguments)
{
    Number multiple = 1;
    for (const Number& number : arguments) // each step is checked: its digits are limited
        multiple = mpz_class(lcm(multiple.numerator(), requireWhole(number)));
    return multiple;
}

Number total(Arguments arguments)
{
    Number sum = 0;
    for (const Number& number : arguments)
        sum = sum + number;
    return sum;
}

struct Function {
    std::string_view name;
    size_t least, most; // arguments
    Number (*value)(Arguments arguments);
};

constexpr size_t many = 1000;

const Function functions[] = {
    {"pi", 0, 0, [](Arguments) { return Number::approximate(std::numbers::pi); }},
    {"π", 0, 0, [](Arguments) { return Number::approximate(std::numbers::pi); }},
    {"e", 0, 0, [](Arguments) { return Number::approximate(std::numbers::e); }},
    {"abs", 1, 1, [](Arguments a) { return a[0].isNegative() ? -a[0] : a[0]; }},
    {"floor", 1, 1, [](Arguments a) { return floored(a[0]); }},
    {"ceil", 1, 1, [](Arguments a) { return -floored(-a[0]); }},
    {"round", 1, 2, roundedTo},
    {"min", 1, many, [](Arguments a) { return *std::ranges::min_element(a, std::less<>()); }},
    {"max", 1, many, [](Arguments a) { return *std::ranges::max_element(a, std::less<>()); }},
    {"sum", 1, many, total},
    {"mean", 1, many, [](Arguments a) { return total(a) / Number(int64_t(a.size())); }},
    {"gcd", 1, many, commonDivisor},
    {"lcm", 1, many, commonMultiple},
    {"mod", 2, 2, [](Arguments a) { return remainder(a[0], a[1]); }},
    {"pow", 2, 2, [](Arguments a) { return power(a[0], a[1]); }},
    {"factorial", 1, 1, [](Arguments a) { return factorial(a[0]); }},
    {"sqrt", 1, 1, [](Arguments a) { return squareRoot(a[0]); }},
    {"√", 1, 1, [](Arguments a) { return squareRoot(a[0]); }},
    {"cbrt", 1, 1, byDouble<std::cbrt>},
    {"exp", 1, 1, byDouble<std::exp>},
    {"ln", 1, 1, byDouble<std::log>},
    {"log", 1, 2, logarithm},
    {"log10", 1, 1, byDouble<std::log10>},
    {"log2", 1, 1, byDouble<std::log2>},
    {"sin", 1, 1, byDouble<std::sin>},
    {"cos", 1, 1, byDouble<std::cos>},
    {"tan", 1, 1, byDouble<std::tan>},
    {"asin", 1, 1, byDouble<std::asin>},
    {"acos", 1, 1, byDouble<std::acos>},
    {"atan", 1, 1, byDouble<std::atan>},
    {"sinh", 1, 1, byDouble<std::sinh>},
    {"cosh", 1, 1, byDouble<std::cosh>},
    {"tanh", 1, 1, byDouble<std::tanh>},
};

} // namespace

Number callFunction(std::string_view function, std::span<const Number> arguments)
{
    const auto* found = std::ranges::find(functions, function, &Function::name);
    if (found == std::end(functions))
        refuse("Unknown function or constant \"" + std::string(function) + "\".");
    if (arguments.size() < found->least || arguments.size() > found->most)
        refuse("The function \"" + std::string(function) + "\" does not take "
            + std::to_string(arguments.size()) + " values.");
    return found->value(arguments);
}

Number factorial(const Number& number)
{
    if (number.isNegative())
        refuse("A negative number has no factorial.");
    Number product = 1;
    for (int64_t factor = smallNumber(number, maxFactorial); factor > 1; --factor)
        product = product * Number(factor);
    return product;
}

} // namespace services
