#include "base/error.h"
#include "services/tools/calculator/number.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <string>

namespace services {

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
