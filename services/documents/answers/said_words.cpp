#include "services/documents/answers/said_words.h"

#include "services/documents/answers/citations.h"
#include "services/documents/answers/word_kinds.h"
#include "services/documents/index/search_terms.h"
#include "services/text.h"

#include <QChar>

#include <algorithm>
#include <span>
#include <utf8proc.h>

namespace services {

namespace {

constexpr size_t mostBytes = 1 << 16; // of what is longer, the beginning is compared
constexpr int sentenceGap = 8, lineGap = 4; // places
constexpr int deniedWords = 3; // behind a "not", those that say something
constexpr std::u32string_view denyingSigns = U"不没無无未勿别禁";
constexpr std::u32string_view unitSigns = U"£€$%°";
constexpr std::u32string_view clauseEnds = U",;:—–，；：";
constexpr char32_t narrowSpace = 0x202F, hardSpace = 0xA0;

std::string spelled(char32_t character)
{
    utf8proc_uint8_t bytes[4];
    const auto length = utf8proc_encode_char(utf8proc_int32_t(character), bytes);
    return {reinterpret_cast<const char*>(bytes), size_t(length)};
}

std::u32string decoded(std::string_view text)
{
    std::u32string characters;
    const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    for (auto left = utf8proc_ssize_t(text.size()); left > 0;) {
        utf8proc_int32_t character;
        const utf8proc_ssize_t length = utf8proc_iterate(at, left, &character);
        characters += length > 0 ? char32_t(character) : U' ';
        at += std::max<utf8proc_ssize_t>(length, 1);
        left -= std::max<utf8proc_ssize_t>(length, 1);
    }
    return characters;
}

std::string encoded(std::u32string_view characters)
{
    std::string text;
    for (const char32_t character : characters)
        text += spelled(character);
    return text;
}

bool isDigit(char32_t character)
{
    return character >= U'0' && character <= U'9';
}

bool isLetter(char32_t character)
{
    const auto category = utf8proc_category(utf8proc_int32_t(character));
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_ME;
}

bool isCapital(char32_t character)
{
    return utf8proc_category(utf8proc_int32_t(character)) == UTF8PROC_CATEGORY_LU;
}

// "1,100.50" is 1100.5: a mark before exactly three digits separates thousands.
std::vector<std::string> numbersIn(std::u32string_view digits)
{
    std::vector<std::string> parts(1);
    std::u32string signs;
    for (const char32_t character : digits) {
        if (isDigit(character)) {
            parts.back() += char(character);
            continue;
        }
        signs += character;
        parts.emplace_back();
    }
    const auto areThousands = [&parts](size_t from, size_t to) {
        return parts[from].size() <= 3 && parts[from] != "0"
            && std::all_of(parts.begin() + ptrdiff_t(from) + 1, parts.begin() + ptrdiff_t(to),
                [](const std::string& part) { return part.size() == 3; });
    };
    const auto join = [&parts](size_t to) {
        std::string joined;
        for (size_t part = 0; part < to; ++part)
            joined += parts[part];
        return joined;
    };
    std::vector<std::string> numbers;
    std::string fraction;
    const size_t count = parts.size();
    const bool areSame
        = std::ranges::all_of(signs, [&](char32_t sign) { return sign == signs[0]; });
    if (count == 1)
        numbers = parts;
    else if (areSame && areThousands(0, count))
        numbers = {join(count)};
    else if (areThousands(0, count - 1) && (count == 2 || signs[count - 2] != signs[0])) {
        numbers = {join(count - 1)};
        fraction = parts.back();
    } else
        numbers = parts;
    for (std::string& number : numbers)
        number.erase(0, std::min(number.find_first_not_of('0'), number.size() - 1));
    fraction.erase(fraction.find_last_not_of('0') + 1);
    if (!fraction.empty())
        numbers.back() += '.' + fraction;
    return numbers;
}

class WordReader {
public:
    std::vector<SaidWord> read(std::string_view text)
    {
        size_t end = 0;
        for (const ByteRange& sentence : sentencesOf(text.substr(0, mostBytes))) {
            const bool isLine = text.substr(end, sentence.from - end).find('\n') != text.npos;
            end = sentence.to;
            readSentence(text.substr(sentence.from, sentence.size()), isLine);
        }
        joinNumberWords();
        return std::move(m_words);
    }

private:
    void readSentence(std::string_view text, bool isLine)
    {
        m_place += isLine ? lineGap : sentenceGap;
        const bool isRow = text.find(" | ") != std::string_view::npos || text.starts_with("| ");
        m_row = isRow ? m_nextRow++ : -1;
        if (!isRow)
            m_nextRow = 0;
        m_column = isRow ? 0 : -1;
        m_begins = true;
        const std::u32string characters = decoded(text);
        const size_t first = m_clause = m_words.size();
        m_isDenied = false;
        for (size_t at = 0; at < characters.size();)
            at = readAt(characters, at);
        endClause();
        for (SaidWord& word : std::span(m_words).subspan(first))
            word.denial = m_isDenied ? std::max(word.denial, Denial::Perhaps) : word.denial;
    }

    // Returns where the next word may begin.
    size_t readAt(std::u32string_view text, size_t at)
    {
        const char32_t character = text[at];
        if (isWrittenWithoutSpaces(character))
            return readRun(text, at);
        if (isDigit(character))
            return readNumber(text, at);
        if (isLetter(character))
            return readWord(text, at);
        if (unitSigns.find(character) != unitSigns.npos)
            add(SaidWord::Kind::Usual, unitOf(spelled(character)));
        if (character == U'|' && m_row >= 0)
            ++m_column;
        const bool isBracket = character == U'(' && at > 0 && text[at - 1] == U' '; // not "dB(A)"
        if (isBracket || clauseEnds.find(character) != clauseEnds.npos)
            endClause();
        return at + 1;
    }

    size_t readRun(std::u32string_view text, size_t from)
    {
        size_t to = from;
        while (to < text.size() && isWrittenWithoutSpaces(text[to]))
            ++to;
        const auto run = text.substr(from, to - from);
        const size_t sign = run.find_first_of(denyingSigns);
        size_t pair = 0;
        for (const std::string& term : searchTermsOf(encoded(run), TermsOf::Question)) {
            add(SaidWord::Kind::Usual, term);
            m_words.back().isOfSigns = true;
            if (sign != run.npos)
                m_words.back().denial = pair + 1 >= sign && pair <= sign + deniedWords
                    ? Denial::Yes
                    : Denial::Perhaps;
            ++pair;
        }
        return to;
    }

    size_t readNumber(std::u32string_view text, size_t from)
    {
        size_t to = from;
        const auto goesOn = [&](size_t at) {
            if (at >= text.size() || isDigit(text[at]))
                return at < text.size();
            const bool isInside = at + 1 < text.size() && isDigit(text[at + 1]);
            return isInside
                && (text[at] == U'.' || text[at] == U',' || text[at] == U'\''
                    || text[at] == narrowSpace || text[at] == hardSpace);
        };
        while (goesOn(to))
            ++to;
        for (const std::string& number : numbersIn(text.substr(from, to - from)))
            add(SaidWord::Kind::Number, number);
        const size_t suffix = to;
        while (to < text.size() && isLetter(text[to]))
            ++to;
        const std::string letters = encoded(text.substr(suffix, to - suffix));
        if (letters == "st" || letters == "nd" || letters == "rd" || letters == "th")
            return to;
        return suffix;
    }

    size_t readWord(std::u32string_view text, size_t from)
    {
        size_t to = from;
        bool hasDigit = false, hasCapitalInside = false;
        const auto isInside = [&text](size_t at) {
            const bool isBeforeLetter
                = at + 1 < text.size() && (isLetter(text[at + 1]) || isDigit(text[at + 1]));
            return isBeforeLetter && (text[at] == U'\'' || text[at] == U'’' || text[at] == U'_');
        };
        while (to < text.size()
            && ((isLetter(text[to]) && !isWrittenWithoutSpaces(text[to])) || isDigit(text[to])
                || isInside(to))) {
            hasDigit = hasDigit || isDigit(text[to]) || text[to] == U'_';
            hasCapitalInside = hasCapitalInside || (to > from && isCapital(text[to]));
            ++to;
        }
        to = behindPrefix(text, from, to);
        const auto word = text.substr(from, to - from);
        if (hasDigit)
            addIdentifier(word);
        else
            addWord(
                word, word.size() > 1 && (hasCapitalInside || (isCapital(word[0]) && !m_begins)));
        m_begins = false;
        return to;
    }

    // "counter-clockwise" is one word, and the opposite of the other.
    static size_t behindPrefix(std::u32string_view text, size_t from, size_t to)
    {
        const auto prefix = text.substr(from, to - from);
        const bool isPrefix = to + 1 < text.size() && text[to] == U'-' && isLetter(text[to + 1])
            && (prefix == U"counter" || prefix == U"anti");
        if (!isPrefix)
            return to;
        while (++to < text.size() && isLetter(text[to])) { }
        return to;
    }

    void addIdentifier(std::u32string_view word)
    {
        std::string name;
        for (const std::string& term : searchTermsOf(encoded(word), TermsOf::Question))
            name += (name.empty() ? "" : "_") + term;
        add(SaidWord::Kind::Name, name);
    }

    void addWord(std::u32string_view word, bool isName)
    {
        std::string spelling = encoded(word);
        std::erase(spelling, '-');
        for (const std::string& term : searchTermsOf(spelling, TermsOf::Question)) {
            const bool isAfterNumber
                = !m_words.empty() && m_words.back().kind == SaidWord::Kind::Number;
            const std::string unit = term.size() > 2 || isAfterNumber ? unitOf(term) : "";
            if (isPercent(term)) {
                m_words.back().kind = SaidWord::Kind::Usual;
                m_words.back().term = unitOf("%");
            } else if (!m_words.empty() && isTemperatureScale(term, m_words.back().term)) {
                continue;
            } else if (!unit.empty())
                add(SaidWord::Kind::Usual, unit);
            else if (supposes(term))
                m_isDenied = true;
            else if (beginsClause(term))
                endClause();
            else if (isDenying(term))
                m_denials.push_back({m_words.size(), forbids(term)});
            else
                addUsual(term, isName, isCapital(word[0]));
        }
    }

    // "per cent", "por ciento"
    bool isPercent(const std::string& term) const
    {
        if (m_words.empty() || (term != "cent" && term != "ciento"))
            return false;
        const std::string& before = m_words.back().term;
        return before == "per" || before == "pour" || before == "por";
    }

    void addUsual(const std::string& term, bool isName, bool isCapital)
    {
        if (const auto number = numberOf(term)) {
            add(SaidWord::Kind::Number, std::to_string(*number));
            m_words.back().others.push_back(term); // to be joined
            return;
        }
        const bool isFunction = isFunctionWord(term) || saysLittle(term);
        add(isFunction ? SaidWord::Kind::Function
                       : (isName ? SaidWord::Kind::Name : SaidWord::Kind::Usual),
            term);
        m_words.back().others = numbersMeantBy(term);
        m_words.back().isCapital = isCapital;
        m_words.back().deniesItself = deniesItself(term);
    }

    void add(SaidWord::Kind kind, const std::string& term)
    {
        if (term.empty())
            return;
        SaidWord word;
        word.kind = kind;
        word.term = term;
        word.beginsSentence = m_begins;
        word.place = m_place++;
        word.row = m_row;
        word.column = m_column;
        word.isHeader = m_row == 0;
        word.clause = m_clauses;
        m_begins = false;
        m_words.push_back(std::move(word));
    }

    struct DenialAt {
        size_t word; // the one behind it
        bool forbids; // what it denies is before it
    };

    // Words behind a "not" are denied; of the rest of its clause nobody knows.
    void endClause()
    {
        const auto words = std::span(m_words).subspan(m_clause);
        const bool deniesItself = std::ranges::any_of(words, &SaidWord::deniesItself);
        for (SaidWord& word : words)
            word.denial = deniesItself ? Denial::Perhaps : word.denial;
        for (const auto& [word, forbids] : m_denials)
            if (!setsLimit(word))
                deny(word, forbids);
        m_denials.clear();
        m_clause = m_words.size();
        ++m_clauses;
    }

    void deny(size_t from, bool forbids)
    {
        m_isDenied = true;
        int left = forbids ? 0 : deniedWords;
        for (size_t word = from; word < m_words.size() && left > 0; ++word) {
            if (isAnd(m_words[word].term))
                break;
            m_words[word].denial = Denial::Yes;
            left -= m_words[word].kind == SaidWord::Kind::Function ? 0 : 1;
        }
    }

    // "no more than", "nicht später als"
    bool setsLimit(size_t denial) const
    {
        for (size_t word = denial; word < std::min(denial + 2, m_words.size()); ++word)
            if (isComparing(m_words[word].term) && word + 1 < m_words.size())
                return true;
        return false;
    }

    // "one hundred and twenty-five" is 125.
    void joinNumberWords()
    {
        std::vector<SaidWord> joined;
        for (SaidWord& word : m_words) {
            const bool isWord = word.kind == SaidWord::Kind::Number && !word.others.empty();
            if (!isWord || !joinNumber(joined, word))
                joined.push_back(std::move(word));
        }
        for (SaidWord& word : joined)
            if (word.kind == SaidWord::Kind::Number)
                word.others.clear();
        m_words = std::move(joined);
    }

    static bool joinNumber(std::vector<SaidWord>& words, const SaidWord& word)
    {
        const size_t ands = !words.empty() && isAnd(words.back().term) ? 1 : 0;
        if (words.size() <= ands)
            return false;
        SaidWord& before = words[words.size() - 1 - ands];
        const bool isWord = before.kind == SaidWord::Kind::Number && !before.others.empty();
        if (!isWord || word.place - before.place > 2)
            return false;
        const int one = std::stoi(before.term), other = std::stoi(word.term);
        if ((other == 100 || other == 1000) && one < 100)
            before.term = std::to_string(one * other);
        else if ((one >= 100 && other < one)
            || (one >= 20 && one < 100 && one % 10 == 0 && other < 10))
            before.term = std::to_string(one + other);
        else
            return false;
        before.place = word.place;
        words.resize(words.size() - ands);
        return true;
    }

    static bool isAnd(const std::string& term)
    {
        return term == "and" || term == "und" || term == "et" || term == "y";
    }

    std::vector<SaidWord> m_words;
    std::vector<DenialAt> m_denials; // of the clause
    size_t m_clause = 0; // its first word
    int m_clauses = 0, m_place = 0, m_row = -1, m_nextRow = 0, m_column = -1;
    bool m_begins = true, m_isDenied = false; // the sentence
};

} // namespace

std::vector<SaidWord> saidWordsOf(std::string_view text)
{
    return WordReader().read(text);
}

} // namespace services
