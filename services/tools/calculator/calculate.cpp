#include "services/tools/calculator/calculate.h"

#include "base/error.h"
#include "services/tools/calculator/number.h"

#include <cctype>
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

} // namespace services
