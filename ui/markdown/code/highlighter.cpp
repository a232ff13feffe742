#include "ui/markdown/code/highlighter.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace ui {

namespace {

/// The words of a language, sorted for the search.
class Words {
public:
    Words(QStringView words)
    {
        for (const QStringView word : words.tokenize(u' ', Qt::SkipEmptyParts))
            m_words.push_back(word);
        std::sort(m_words.begin(), m_words.end());
    }

    bool contains(QStringView word) const
    {
        return std::binary_search(m_words.begin(), m_words.end(), word);
    }

private:
    std::vector<QStringView> m_words;
};

struct Vocabulary {
    Words keywords, types;
};

const Vocabulary& findVocabulary(const Language& language)
{
    static const std::unordered_map<const Language*, Vocabulary> all = [] {
        std::unordered_map<const Language*, Vocabulary> vocabularies;
        for (const Language& each : languages())
            vocabularies.emplace(&each, Vocabulary{each.keywords, each.types});
        return vocabularies;
    }();
    return all.at(&language);
}

/// Goes through one line from left to right.
class LineReader {
public:
    LineReader(
        QStringView line, const Language& language, CodeState state, std::vector<CodeToken>& tokens)
        : m_line(line)
        , m_language(language)
        , m_state(state)
        , m_tokens(tokens)
    {
    }

    CodeState read()
    {
        if (m_state.rule > 0)
            readRule(m_language.rules[m_state.rule - 1], 0);
        else if (m_language.lineKey)
            readLineKey();
        while (m_place < m_line.size())
            readNext();
        return m_state;
    }

private:
    QChar at(qsizetype index) const { return index < m_line.size() ? m_line[index] : QChar(); }

    void add(qsizetype begin, qsizetype end, CodeStyle style)
    {
        if (end > begin && style != CodeStyle::Plain)
            m_tokens.push_back({int(begin), int(end - begin), style});
    }

    bool isWordStart(QChar c) const
    {
        return c.isLetter() || c == u'_' || m_language.wordStart.contains(c);
    }

    bool isWordPart(QChar c) const
    {
        return c.isLetterOrNumber() || c == u'_' || m_language.wordPart.contains(c);
    }

    void readNext()
    {
        const QChar c = m_line[m_place];
        if (c.isSpace()) {
            ++m_place;
            return;
        }
        if (!m_state.isInTag && startRule())
            return;
        if (m_language.hasTags && readMarkup(c))
            return;
        if (c.isDigit())
            readNumber();
        else if (m_language.sigils.contains(c) && isWordPart(at(m_place + 1)))
            readSigil();
        else if (isWordStart(c))
            readWord();
        else
            ++m_place;
        m_isStart = false;
    }

    bool startRule()
    {
        const QStringView rest = m_line.sliced(m_place);
        for (size_t i = 0; i < m_language.rules.size(); ++i) {
            const CodeRule& rule = m_language.rules[i];
            if (rule.begin[0] != rest[0] || !rest.startsWith(rule.begin)
                || (rule.startsLine && !m_isStart))
                continue;
            if (rule.closesWithin > 0
                && findEnd(rule, m_place + rule.begin.size(), m_place + rule.closesWithin) < 0)
                continue;
            m_isStart = false;
            m_state.rule = quint16(i + 1);
            m_state.depth = 0;
            readRule(rule, rule.begin.size());
            return true;
        }
        return false;
    }

    // Returns the index behind the closing mark before `limit`, or −1.
    qsizetype findEnd(const CodeRule& rule, qsizetype index, qsizetype limit) const
    {
        for (limit = std::min(limit, m_line.size()); index < limit; ++index) {
            if (rule.escape && m_line[index] == rule.escape)
                ++index;
            else if (m_line.sliced(index).startsWith(rule.end))
                return index + rule.end.size();
        }
        return -1;
    }

    // Reads from the opening mark, whose length is `opening`, or from the beginning of the line.
    void readRule(const CodeRule& rule, qsizetype opening)
    {
        const qsizetype begin = m_place;
        m_place += opening;
        if (rule.end.isEmpty()) {
            m_place = m_line.size();
            m_state.rule = 0;
        } else if (rule.nests) {
            readNested(rule);
        } else if (const qsizetype end = findEnd(rule, m_place, m_line.size()); end >= 0) {
            m_place = end;
            m_state.rule = 0;
        } else {
            m_place = m_line.size();
            if (!rule.spansLines)
                m_state.rule = 0;
        }
        add(begin, m_place, isStringKey(rule) ? CodeStyle::Name : rule.style);
        m_isStart = false;
    }

    void readNested(const CodeRule& rule)
    {
        while (m_place < m_line.size()) {
            const QStringView rest = m_line.sliced(m_place);
            if (rest.startsWith(rule.end)) {
                m_place += rule.end.size();
                if (m_state.depth-- == 0) {
                    m_state = {};
                    return;
                }
            } else if (rest.startsWith(rule.begin) && m_state.depth < 1000) {
                m_place += rule.begin.size();
                ++m_state.depth;
            } else {
                ++m_place;
            }
        }
    }

    bool isStringKey(const CodeRule& rule) const
    {
        if (!m_language.hasStringKeys || rule.style != CodeStyle::String)
            return false;
        qsizetype next = m_place;
        while (at(next) == u' ')
            ++next;
        return at(next) == u':';
    }

    // key: value, - key: value, key = value
    void readLineKey()
    {
        qsizetype begin = 0;
        while (at(begin).isSpace() || (at(begin) == u'-' && at(begin + 1) == u' '))
            ++begin;
        qsizetype end = begin;
        while (end < m_line.size() && m_line[end] != m_language.lineKey) {
            const QChar c = m_line[end];
            if (!isWordPart(c) && c != u'.' && c != u' ' && c != u'/' && c != u'%')
                return;
            ++end;
        }
        const QChar after = at(end + 1);
        if (end >= m_line.size() || end == begin
            || (m_language.lineKey == u':' && !after.isSpace() && !after.isNull()))
            return;
        add(begin, end, CodeStyle::Name);
        m_place = end + 1;
        m_isStart = false;
    }

    bool readMarkup(QChar c)
    {
        if (!m_state.isInTag) {
            const QChar next = at(m_place + 1);
            if (c != u'<' || !(next.isLetter() || next == u'/' || next == u'!' || next == u'?')) {
                ++m_place;
                return true;
            }
            ++m_place;
            if (!next.isLetter())
                ++m_place;
            m_state.isInTag = true;
            readTagWord(CodeStyle::Keyword);
            return true;
        }
        if (c == u'"' || c == u'\'') {
            const qsizetype end = m_line.indexOf(c, m_place + 1);
            const qsizetype next = end < 0 ? m_line.size() : end + 1;
            add(m_place, next, CodeStyle::String);
            m_place = next;
        } else if (isWordStart(c)) {
            readTagWord(CodeStyle::Name);
        } else {
            m_state.isInTag = c != u'>';
            ++m_place;
        }
        return true;
    }

    void readTagWord(CodeStyle style)
    {
        const qsizetype begin = m_place;
        while (isWordPart(at(m_place)) || at(m_place) == u'-' || at(m_place) == u':')
            ++m_place;
        add(begin, m_place, style);
    }

    void readNumber()
    {
        const qsizetype begin = m_place;
        while (at(m_place).isLetterOrNumber() || at(m_place) == u'_'
            || (at(m_place) == u'.' && at(m_place + 1).isDigit()))
            ++m_place;
        add(begin, m_place, CodeStyle::Number);
    }

    void readSigil()
    {
        const qsizetype begin = m_place++;
        while (isWordPart(at(m_place)))
            ++m_place;
        add(begin, m_place, CodeStyle::Name);
    }

    void readWord()
    {
        const qsizetype begin = m_place++;
        while (isWordPart(at(m_place)))
            ++m_place;
        add(begin, m_place, wordStyle(m_line.sliced(begin, m_place - begin)));
    }

    CodeStyle wordStyle(QStringView word) const
    {
        const Vocabulary& vocabulary = findVocabulary(m_language);
        const QString lower = m_language.ignoresCase ? word.toString().toLower() : QString();
        if (m_language.ignoresCase)
            word = lower;
        if (vocabulary.keywords.contains(word))
            return CodeStyle::Keyword;
        if (vocabulary.types.contains(word))
            return CodeStyle::Type;
        return m_language.marksCalls && at(m_place) == u'(' ? CodeStyle::Name : CodeStyle::Plain;
    }

    QStringView m_line;
    const Language& m_language;
    CodeState m_state;
    std::vector<CodeToken>& m_tokens;
    qsizetype m_place = 0;
    bool m_isStart = true; // nothing but space so far
};

} // namespace

CodeState highlightLine(
    QStringView line, const Language& language, CodeState state, std::vector<CodeToken>& tokens)
{
    return LineReader(line, language, state, tokens).read();
}

CodeState stateAfter(QStringView code, const Language& language, CodeState state)
{
    std::vector<CodeToken> tokens;
    for (const QStringView line : code.tokenize(u'\n')) {
        tokens.clear();
        state = highlightLine(line, language, state, tokens);
    }
    return state;
}

namespace {

// The colors are in the order of CodeStyle.
constexpr std::array<QRgb, 10> lightColors = {0x1f1e1b, 0x8a2390, 0x1a6487, 0x2b6a2b, 0x9a4a00,
    0x6a6860, 0x2f4fc4, 0x1f6b2e, 0xa11d1d, 0x1a6487};
constexpr std::array<QRgb, 10> darkColors = {0xebebe8, 0xd7a1f0, 0x7cc8e8, 0xa5d69a, 0xf0b27a,
    0x9a9ca3, 0x9db8ff, 0x8fd69a, 0xffaaa2, 0x7cc8e8};

} // namespace

QColor codeColor(CodeStyle style, Scheme scheme)
{
    return QColor((scheme == Scheme::Light ? lightColors : darkColors)[size_t(style)]);
}

QList<QTextLayout::FormatRange> codeFormats(
    const QString& code, const Language* language, CodeState before, Scheme scheme)
{
    QList<QTextLayout::FormatRange> formats;
    if (!language)
        return formats;
    std::vector<CodeToken> tokens;
    int lineStart = 0;
    for (const QStringView line : QStringView(code).tokenize(u'\n')) {
        tokens.clear();
        before = highlightLine(line, *language, before, tokens);
        for (const CodeToken& token : tokens) {
            QTextLayout::FormatRange range{lineStart + token.begin, token.length, {}};
            range.format.setForeground(codeColor(token.style, scheme));
            if (token.style == CodeStyle::Heading)
                range.format.setFontWeight(QFont::DemiBold);
            formats << range;
        }
        lineStart += int(line.size()) + 1;
    }
    return formats;
}

} // namespace ui
