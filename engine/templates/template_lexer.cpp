#include "engine/templates/template_lexer.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace engine {

namespace {

using Kind = TemplateToken::Kind;

bool isSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool beginsName(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
}

// One kind of line end, and none after the last line, as Jinja reads a source.
std::string withPlainLines(std::string_view source)
{
    std::string text;
    text.reserve(source.size());
    for (size_t at = 0; at < source.size(); ++at) {
        if (source[at] != '\r')
            text += source[at];
        else if (at + 1 == source.size() || source[at + 1] != '\n')
            text += '\n';
    }
    if (text.ends_with('\n'))
        text.pop_back();
    return text;
}

class Lexer {
public:
    explicit Lexer(std::string_view source)
        : m_source(withPlainLines(source))
    {
        for (size_t at = 0; at < m_source.size(); ++at) {
            if (m_source[at] == '\n')
                m_lineStarts.push_back(at + 1);
        }
    }

    std::vector<TemplateToken> read()
    {
        while (readDataAndTag()) { }
        push(Kind::End, {}, m_at);
        return std::move(m_tokens);
    }

private:
    bool readDataAndTag();
    bool readRaw(size_t tag, size_t inner);
    void readComment(size_t tag, size_t inner);
    void readExpression(size_t tag, char closer);
    bool readEnd(size_t tag, char closer);
    void readWord();
    void readNumber();
    bool readPrefixedNumber();
    void pushInteger(std::string_view digits, int base, size_t begin);
    void readString(char quote);
    void readOperator();

    size_t findTag(size_t from) const;
    void pushData(std::string_view data, char sign, bool stripLine, bool atLineStart);
    void skipAfterTag(char sign);
    bool skipsTo(std::string_view word, size_t& at) const;
    void push(Kind kind, std::string text, size_t at);
    [[noreturn]] void fail(size_t at, const std::string& cause) const;
    TemplateToken tokenAt(size_t at) const;

    char peek(size_t ahead = 0) const
    {
        return m_at + ahead < m_source.size() ? m_source[m_at + ahead] : '\0';
    }
    std::string_view rest(size_t at) const { return std::string_view(m_source).substr(at); }
    void skipSpace(size_t& at) const
    {
        while (at < m_source.size() && isSpace(m_source[at]))
            ++at;
    }

    std::string m_source;
    std::vector<size_t> m_lineStarts{0};
    std::vector<TemplateToken> m_tokens;
    std::string m_open; // closing brackets that are awaited
    size_t m_at = 0;
};

TemplateToken Lexer::tokenAt(size_t at) const
{
    const auto next = std::upper_bound(m_lineStarts.begin(), m_lineStarts.end(), at);
    TemplateToken token;
    token.line = int(next - m_lineStarts.begin());
    token.column = int(at - *(next - 1)) + 1;
    return token;
}

void Lexer::push(Kind kind, std::string text, size_t at)
{
    TemplateToken token = tokenAt(at);
    token.kind = kind;
    token.text = std::move(text);
    m_tokens.push_back(std::move(token));
}

void Lexer::fail(size_t at, const std::string& cause) const
{
    const TemplateToken where = tokenAt(std::min(at, m_source.size()));
    failTemplate(where.line, where.column, cause);
}

size_t Lexer::findTag(size_t from) const
{
    for (size_t at = m_source.find('{', from); at != std::string::npos;
         at = m_source.find('{', at + 1)) {
        const char next = at + 1 < m_source.size() ? m_source[at + 1] : '\0';
        if (next == '{' || next == '%' || next == '#')
            return at;
    }
    return std::string::npos;
}

// Text before a tag. A sign - takes all white space; else, where `stripLine`, the white space that
// is alone before the tag on its line is removed.
void Lexer::pushData(std::string_view data, char sign, bool stripLine, bool atLineStart)
{
    const size_t begin = size_t(data.data() - m_source.data());
    if (sign == '-') {
        while (!data.empty() && isSpace(data.back()))
            data.remove_suffix(1);
    } else if (sign != '+' && stripLine) {
        const size_t lineBreak = data.rfind('\n');
        const size_t line = lineBreak == std::string_view::npos ? 0 : lineBreak + 1;
        if ((line > 0 || atLineStart) && std::ranges::all_of(data.substr(line), isSpace))
            data = data.substr(0, line);
    }
    if (!data.empty())
        push(Kind::Data, std::string(data), begin);
}

// Skips white space behind a comment or block: "-" skips all of it, "+" none, no sign one line end.
void Lexer::skipAfterTag(char sign)
{
    if (sign == '-')
        skipSpace(m_at);
    else if (sign != '+' && peek() == '\n')
        ++m_at;
}

bool Lexer::readDataAndTag()
{
    const size_t begin = m_at;
    const size_t tag = findTag(begin);
    const bool atLineStart = begin == 0 || m_source[begin - 1] == '\n';
    const std::string_view data = std::string_view(m_source).substr(begin, tag - begin);
    if (tag == std::string::npos) {
        pushData(data, '+', false, atLineStart);
        m_at = m_source.size();
        return false;
    }
    m_at = tag + 2;
    const char opener = m_source[tag + 1];
    const char sign = peek() == '-' || peek() == '+' ? peek() : '\0';
    m_at += sign ? 1 : 0;
    pushData(data, sign, opener != '{', atLineStart);
    if (opener == '#')
        readComment(tag, m_at);
    else if (opener == '{')
        readExpression(tag, '}');
    else if (!readRaw(tag, m_at))
        readExpression(tag, '%');
    return true;
}

void Lexer::readComment(size_t tag, size_t inner)
{
    const size_t end = m_source.find("#}", inner);
    if (end == std::string::npos)
        fail(tag, "this comment has no end #}");
    m_at = end + 2;
    skipAfterTag(end > inner ? m_source[end - 1] : '\0');
}

// White space, then the word, then white space; moves `at` behind them.
bool Lexer::skipsTo(std::string_view word, size_t& at) const
{
    size_t moved = at;
    skipSpace(moved);
    if (!rest(moved).starts_with(word))
        return false;
    moved += word.size();
    skipSpace(moved);
    at = moved;
    return true;
}

// {% raw %} … {% endraw %}; false if the tag is another.
bool Lexer::readRaw(size_t tag, size_t inner)
{
    size_t at = inner;
    if (!skipsTo("raw", at))
        return false;
    const bool trims = rest(at).starts_with("-%}");
    if (!trims && !rest(at).starts_with("%}"))
        return false;
    at += trims ? 3 : 2;
    if (trims)
        skipSpace(at);

    for (size_t end = m_source.find("{%", at); end != std::string::npos;
         end = m_source.find("{%", end + 2)) {
        size_t after = end + 2;
        const char sign = after < m_source.size() ? m_source[after] : '\0';
        after += sign == '-' || sign == '+' ? 1 : 0;
        if (!skipsTo("endraw", after))
            continue;
        const char endSign = after < m_source.size() ? m_source[after] : '\0';
        after += endSign == '-' || endSign == '+' ? 1 : 0;
        if (!rest(after).starts_with("%}"))
            continue;
        const bool atLineStart = at > 0 && m_source[at - 1] == '\n';
        pushData(std::string_view(m_source).substr(at, end - at), sign, true, atLineStart);
        m_at = after + 2;
        skipAfterTag(endSign);
        return true;
    }
    fail(tag, "this raw block has no {% endraw %}");
}

void Lexer::readExpression(size_t tag, char closer)
{
    push(closer == '}' ? Kind::VariableBegin : Kind::BlockBegin, {}, tag);
    m_open.clear();
    while (!readEnd(tag, closer))
        readWord();
}

bool Lexer::readEnd(size_t tag, char closer)
{
    skipSpace(m_at);
    if (m_at >= m_source.size())
        fail(tag, "this tag is not closed");
    if (!m_open.empty())
        return false;
    const bool isBlock = closer == '%';
    const char sign = peek() == '-' || (isBlock && peek() == '+') ? peek() : '\0';
    const size_t end = m_at + (sign ? 1 : 0);
    if (!rest(end).starts_with(isBlock ? "%}" : "}}"))
        return false;
    push(isBlock ? Kind::BlockEnd : Kind::VariableEnd, {}, m_at);
    m_at = end + 2;
    if (isBlock || sign == '-')
        skipAfterTag(sign);
    return true;
}

void Lexer::readWord()
{
    const char c = peek();
    if (base::isDigit(c)) {
        readNumber();
    } else if (c == '"' || c == '\'') {
        readString(c);
    } else if (beginsName(c)) {
        const size_t begin = m_at;
        while (beginsName(peek()) || base::isDigit(peek()))
            ++m_at;
        push(Kind::Name, m_source.substr(begin, m_at - begin), begin);
    } else {
        readOperator();
    }
}

// 0x1f, 0o17 and 0b11; false if the number isn't one of them.
bool Lexer::readPrefixedNumber()
{
    const int base = peek(1) == 'x' || peek(1) == 'X' ? 16
        : peek(1) == 'o' || peek(1) == 'O'            ? 8
        : peek(1) == 'b' || peek(1) == 'B'            ? 2
                                                      : 0;
    const size_t begin = m_at;
    size_t end = begin + 2;
    std::string digits;
    const auto isDigitAt = [&](size_t at) {
        return at < m_source.size()
            && parseTemplateDigits(std::string_view(m_source).substr(at, 1), base).has_value();
    };
    while (
        isDigitAt(end) || (end < m_source.size() && m_source[end] == '_' && isDigitAt(end + 1))) {
        if (m_source[end] != '_')
            digits += m_source[end];
        ++end;
    }
    if (peek() != '0' || base == 0 || digits.empty())
        return false;
    m_at = end;
    pushInteger(digits, base, begin);
    return true;
}

void Lexer::pushInteger(std::string_view digits, int base, size_t begin)
{
    push(Kind::Integer, {}, begin);
    const auto integer = parseTemplateDigits(digits, base);
    if (!integer)
        fail(begin, "this number is too large");
    m_tokens.back().integer = *integer;
}

void Lexer::readNumber()
{
    if (readPrefixedNumber())
        return;
    const size_t begin = m_at;
    const auto skipDigits = [&] {
        while (base::isDigit(peek()) || (peek() == '_' && base::isDigit(peek(1))))
            ++m_at;
    };
    const bool mayBeFloat = begin == 0 || m_source[begin - 1] != '.';
    bool isFloat = false;
    skipDigits();
    if (mayBeFloat && peek() == '.' && base::isDigit(peek(1))) {
        isFloat = true;
        ++m_at;
        skipDigits();
    }
    const size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if (mayBeFloat && (peek() == 'e' || peek() == 'E') && base::isDigit(peek(1 + sign))) {
        isFloat = true;
        m_at += 1 + sign;
        skipDigits();
    }
    std::string digits = m_source.substr(begin, m_at - begin);
    std::erase(digits, '_');
    if (!isFloat) {
        if (digits.size() > 1 && digits[0] == '0' && digits.find_first_not_of('0') != digits.npos)
            fail(begin, "a number begins with 0");
        return pushInteger(digits, 10, begin);
    }
    push(Kind::Float, {}, begin);
    const char* end = digits.data() + digits.size();
    if (std::from_chars(digits.data(), end, m_tokens.back().number).ec != std::errc())
        fail(begin, "this number is too large");
}

// The value of \x41, \u0041, \U00000041 or \101, given the digits' base and how many there may be.
char32_t readEscapedDigits(std::string_view digits, int base, bool& good)
{
    uint32_t value = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    good = result.ec == std::errc() && result.ptr == digits.data() + digits.size()
        && value <= 0x10ffff;
    return char32_t(value);
}

void Lexer::readString(char quote)
{
    constexpr std::string_view letters = "abfnrtv\\'\"";
    constexpr std::string_view meanings = "\a\b\f\n\r\t\v\\'\"";
    const size_t begin = m_at++;
    std::string text;
    while (peek() != quote) {
        if (m_at >= m_source.size())
            fail(begin, "this string is not closed");
        if (peek() != '\\') {
            text += m_source[m_at++];
            continue;
        }
        const char letter = peek(1);
        if (m_at + 1 >= m_source.size())
            fail(begin, "this string is not closed");
        m_at += 2;
        size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
        const bool isOctal = letter >= '0' && letter <= '7';
        if (isOctal) {
            --m_at;
            while (digits < 3 && peek(digits) >= '0' && peek(digits) <= '7')
                ++digits;
        }
        if (digits > 0) {
            bool good = false;
            const auto point
                = readEscapedDigits(rest(m_at).substr(0, digits), isOctal ? 8 : 16, good);
            if (!good || m_at + digits > m_source.size())
                fail(m_at, "this escape needs " + std::to_string(digits) + " digits");
            if (point <= 0x10FFFF)
                base::appendUtf8(text, point);
            m_at += digits;
        } else if (const size_t known = letters.find(letter); known != std::string_view::npos) {
            text += meanings[known];
        } else if (letter != '\n') {
            (text += '\\') += letter;
        }
    }
    ++m_at;
    push(Kind::String, std::move(text), begin);
}

void Lexer::readOperator()
{
    static constexpr std::array<std::string_view, 26> operators{"//", "**",
        "==", "!=", ">=", "<=", "+", "-", "/", "*", "%", "~", "[", "]", "(", ")", "{", "}", ">",
        "<", "=", ".", ":", "|", ",", ";"};
    const auto found = std::ranges::find_if(
        operators, [&](std::string_view one) { return rest(m_at).starts_with(one); });
    if (found == operators.end())
        fail(m_at,
            "unexpected character '" + m_source.substr(m_at, characterLength(m_source, m_at))
                + "'");
    const char c = found->front();
    if (c == '(' || c == '[' || c == '{') {
        m_open += c == '(' ? ')' : c == '[' ? ']' : '}';
    } else if (c == ')' || c == ']' || c == '}') {
        if (!m_open.ends_with(c))
            fail(m_at, std::string("unexpected '") + c + "'");
        m_open.pop_back();
    }
    push(Kind::Operator, std::string(*found), m_at);
    m_at += found->size();
}

} // namespace

std::vector<TemplateToken> readTemplateTokens(std::string_view source)
{
    return Lexer(source).read();
}

void failTemplate(int line, int column, const std::string& cause)
{
    throw base::Error(base::ErrorKind::BadFile,
        "the chat template can't be parsed, line " + std::to_string(line) + ", column "
            + std::to_string(column) + ": " + cause);
}

} // namespace engine
