#include "runtime/tool_calls/notated_calls.h"

#include "runtime/tool_calls/json_calls.h"

#include <nlohmann/json.hpp>
#include <string>

namespace runtime {

namespace {

using Json = nlohmann::ordered_json;
using Calls = std::vector<ToolCall>;

constexpr std::string_view longQuote = "<|\"|>";

// A character of a text as it is written between the quotes of JSON.
std::string spelled(char byte)
{
    if (static_cast<unsigned char>(byte) >= 0x20 && byte != '"')
        return {byte};
    const std::string quoted = Json(std::string(1, byte)).dump();
    return quoted.substr(1, quoted.size() - 2);
}

/// Reads values as Python and Gemma write them, from the beginning of a text. Each function returns
/// false, or nothing, at what is none; the rest of the text is then of no use.
class NotationReader {
public:
    explicit NotationReader(std::string_view text)
        : m_text(text)
    {
    }

    bool isAtEnd()
    {
        skipSpace();
        return m_text.empty();
    }

    bool takes(std::string_view mark)
    {
        skipSpace();
        if (!m_text.starts_with(mark))
            return false;
        m_text.remove_prefix(mark.size());
        return true;
    }

    // Letters of names, also of such with parts: "weather.today", "look-up".
    std::string_view name()
    {
        skipSpace();
        size_t end = 0;
        while (end < m_text.size() && isInName(m_text[end]))
            ++end;
        const std::string_view name = m_text.substr(0, end);
        m_text.remove_prefix(end);
        return name;
    }

    // Up to and with `close`; between key and value is `between`.
    std::optional<Json> fields(std::string_view between, std::string_view close)
    {
        Json object = Json::object();
        if (++m_depth > ToolCall::maxDepth)
            return std::nullopt;
        while (!takes(close)) {
            auto key = string();
            if (!key)
                key = name();
            if (key->empty() || !takes(between))
                return std::nullopt;
            auto item = value();
            if (!item)
                return std::nullopt;
            object[*key] = *std::move(item);
            if (!takes(",") && !isBefore(close))
                return std::nullopt;
        }
        --m_depth;
        return object;
    }

    std::optional<Json> value()
    {
        if (auto text = string())
            return *std::move(text);
        if (takes("{"))
            return fields(":", "}");
        if (takes("["))
            return list();
        const std::string_view word = m_text.substr(0, m_text.find_first_of(" \t\r\n,)]}"));
        m_text.remove_prefix(word.size());
        if (word == "True" || word == "true")
            return true;
        if (word == "False" || word == "false")
            return false;
        if (word == "None" || word == "null")
            return nullptr;
        const auto number = parsedJson(word);
        return number && number->is_number() ? number : std::nullopt;
    }

private:
    static bool isInName(char byte)
    {
        return std::isalnum(static_cast<unsigned char>(byte)) || byte == '_' || byte == '.'
            || byte == '-' || static_cast<unsigned char>(byte) >= 0x80;
    }

    void skipSpace()
    {
        const size_t begin = m_text.find_first_not_of(" \t\r\n");
        m_text.remove_prefix(std::min(begin, m_text.size()));
    }

    bool isBefore(std::string_view mark)
    {
        skipSpace();
        return m_text.starts_with(mark);
    }

    std::optional<Json> list()
    {
        Json items = Json::array();
        if (++m_depth > ToolCall::maxDepth)
            return std::nullopt;
        while (!takes("]")) {
            auto item = value();
            if (!item)
                return std::nullopt;
            items.push_back(*std::move(item));
            if (!takes(",") && !isBefore("]"))
                return std::nullopt;
        }
        --m_depth;
        return items;
    }

    std::optional<std::string> string()
    {
        if (takes(longQuote))
            return stringUpTo(longQuote);
        for (const char quote : {'"', '\''})
            if (takes(std::string_view(&quote, 1)))
                return quotedBy(quote);
        return std::nullopt;
    }

    std::optional<std::string> stringUpTo(std::string_view mark)
    {
        const size_t end = m_text.find(mark);
        if (end == std::string_view::npos)
            return broken();
        std::string text(m_text.substr(0, end));
        m_text.remove_prefix(end + mark.size());
        return text;
    }

    // Reads a JSON string with another quote.
    std::optional<std::string> quotedBy(char quote)
    {
        std::string json = "\"";
        for (size_t at = 0; at < m_text.size(); ++at) {
            const char byte = m_text[at];
            if (byte == quote) {
                m_text.remove_prefix(at + 1);
                const auto text = parsedJson(json + '"');
                return text && text->is_string() ? std::optional(text->get<std::string>())
                                                 : std::nullopt;
            }
            if (byte == '\\' && at + 1 < m_text.size()) {
                const char next = m_text[++at];
                if (next == '\'' || next == '\n')
                    json += next == '\'' ? "'" : "";
                else if (std::string_view("\"\\/bfnrtu").find(next) != std::string_view::npos)
                    json += std::string{byte, next};
                else
                    json += "\\\\" + spelled(next);
            } else {
                json += spelled(byte);
            }
        }
        return broken();
    }

    // What comes after the beginning of a text that does not end is not read as something else.
    std::optional<std::string> broken()
    {
        m_text = {};
        return std::nullopt;
    }

    std::string_view m_text;
    int m_depth = 0;
};

bool add(Calls& calls, std::string_view name, const std::optional<Json>& arguments)
{
    auto call = arguments ? toolCall(name, *arguments) : std::nullopt;
    if (call)
        calls.push_back(*std::move(call));
    return call.has_value();
}

} // namespace

std::optional<Json> looseJson(std::string_view text)
{
    if (auto strict = parsedJson(text))
        return strict;
    NotationReader reader(text);
    auto value = reader.value();
    return value && reader.isAtEnd() ? value : std::nullopt;
}

std::optional<Calls> readPythonCalls(std::string_view text, std::span<const Tool>)
{
    NotationReader reader(text);
    const bool isList = reader.takes("[");
    Calls calls;
    do {
        const std::string_view name = reader.name();
        if (!reader.takes("(") || !add(calls, name, reader.fields("=", ")")))
            return std::nullopt;
    } while (reader.takes(","));
    if ((isList && !reader.takes("]")) || !reader.isAtEnd())
        return std::nullopt;
    return calls;
}

std::optional<Calls> readGemmaCalls(std::string_view text, std::span<const Tool>)
{
    NotationReader reader(text);
    Calls calls;
    while (reader.takes("call:")) {
        const std::string_view name = reader.name();
        if (!reader.takes("{") || !add(calls, name, reader.fields(":", "}")))
            return std::nullopt;
    }
    if (calls.empty() || !reader.isAtEnd())
        return std::nullopt;
    return calls;
}

} // namespace runtime
