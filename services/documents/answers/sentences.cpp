#include "services/documents/answers/sentences.h"

#include <algorithm>
#include <array>

namespace services {

namespace {

constexpr std::string_view space = " \t\r\n";
constexpr std::string_view closing = ".!?\"')*_"; // what may stand behind the end
constexpr std::array<std::string_view, 6> wideEnds{"。", "！", "？", "．", "｡", "؟"};
constexpr std::array<std::string_view, 26> abbreviations{"e.g", "i.e", "cf", "vs", "dr", "mr",
    "mrs", "ms", "prof", "no", "nr", "fig", "abb", "tab", "sec", "ch", "p", "pp", "approx", "ca",
    "bzw", "z.b", "d.h", "u.a", "sr", "art"};

bool isLetter(char byte)
{
    const auto lower = char(byte | 0x20);
    return (lower >= 'a' && lower <= 'z') || uint8_t(byte) >= 0x80;
}

bool isDigit(char byte)
{
    return byte >= '0' && byte <= '9';
}

class Splitter {
public:
    explicit Splitter(std::string_view text)
        : m_text(text)
    {
    }

    std::vector<ByteRange> run()
    {
        for (size_t at = 0; at < m_text.size();) {
            const size_t length = endAt(at);
            at += std::max<size_t>(length, 1);
            if (length > 0)
                endSentence(at);
        }
        endSentence(m_text.size());
        return std::move(m_sentences);
    }

private:
    // How long what ends a sentence here is; 0: nothing does.
    size_t endAt(size_t at) const
    {
        if (m_text[at] == '\n')
            return 1;
        for (const std::string_view end : wideEnds)
            if (m_text.substr(at).starts_with(end))
                return end.size();
        if (m_text[at] != '.' && m_text[at] != '!' && m_text[at] != '?')
            return 0;
        size_t behind = at + 1;
        while (behind < m_text.size() && closing.find(m_text[behind]) != std::string_view::npos)
            ++behind;
        const bool isBehindWord
            = behind == m_text.size() || isSpace(m_text[behind]) || m_text[behind] == '[';
        return isBehindWord && !(m_text[at] == '.' && abbreviates(at)) ? behind - at : 0;
    }

    static bool isSpace(char byte) { return space.find(byte) != std::string_view::npos; }

    // "e.g.", "J. Smith", and the number of a list item: "1. Open the lid."
    bool abbreviates(size_t point) const
    {
        size_t from = point;
        while (from > m_begin && !isSpace(m_text[from - 1]) && m_text[from - 1] != '(')
            --from;
        const std::string_view word = m_text.substr(from, point - from);
        if (word.empty())
            return false;
        if (word.size() == 1 && isLetter(word[0]))
            return true;
        if (m_text.find_first_not_of(space, m_begin) == from && std::ranges::all_of(word, isDigit))
            return true;
        std::string lower(word);
        for (char& byte : lower)
            byte = byte >= 'A' && byte <= 'Z' ? char(byte | 0x20) : byte;
        return std::ranges::find(abbreviations, lower) != abbreviations.end();
    }

    void endSentence(size_t end)
    {
        const size_t from = m_text.find_first_not_of(space, m_begin);
        m_begin = end;
        if (from == std::string_view::npos || from >= end)
            return;
        m_sentences.push_back({from, m_text.find_last_not_of(space, end - 1) + 1});
    }

    std::string_view m_text;
    size_t m_begin = 0; // of the sentence
    std::vector<ByteRange> m_sentences;
};

} // namespace

std::vector<ByteRange> sentencesOf(std::string_view text)
{
    return Splitter(text).run();
}

} // namespace services
