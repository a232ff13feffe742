#include "services/documents/answers/citations.h"

#include "base/ascii.h"
#include "runtime/prompt/message_json.h"
#include "services/documents/index/search_terms.h"
#include "services/documents/passages/split_document.h"

#include <algorithm>
#include <array>
#include <optional>

namespace services {

namespace {

constexpr std::string_view space = " \t\r\n";
constexpr std::string_view closing = ".!?\"')*_"; // what may be behind the end
constexpr std::array<std::string_view, 6> wideEnds{"。", "！", "？", "．", "｡", "؟"};
constexpr std::array<std::string_view, 26> abbreviations{"e.g", "i.e", "cf", "vs", "dr", "mr",
    "mrs", "ms", "prof", "no", "nr", "fig", "abb", "tab", "sec", "ch", "p", "pp", "approx", "ca",
    "bzw", "z.b", "d.h", "u.a", "sr", "art"};

bool isLetter(char byte)
{
    const auto lower = char(byte | 0x20);
    return (lower >= 'a' && lower <= 'z') || uint8_t(byte) >= 0x80;
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
        if (m_text.find_first_not_of(space, m_begin) == from
            && std::ranges::all_of(word, base::isDigit))
            return true;
        return std::ranges::find(abbreviations, base::toLowerAscii(word)) != abbreviations.end();
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

std::vector<ByteRange> splitSentences(std::string_view text)
{
    return Splitter(text).run();
}

namespace {

constexpr size_t mostDigits = 3; // of a passage's number; [2024] is a year

// True if a text says anything that could be true or false; "According to the document" does not.
bool saysAnything(std::string_view text)
{
    constexpr std::array<std::string_view, 20> naming{"according", "document", "text", "sourc",
        "passag", "section", "manual", "report", "articl", "page", "said", "say", "state",
        "mention", "laut", "quell", "dokument", "selon", "según", "segun"};
    const auto terms = toSearchTerms(text, TermsOf::Question);
    return std::ranges::count_if(terms, [&naming](const std::string& term) {
        return !isFunctionWord(term) && std::ranges::find(naming, term) == naming.end();
    }) >= 2;
}

struct Mark {
    ByteRange bytes; // what is to be linked
    int number = 0;
};

// Marks that are together, as [1][2] or [1, 3].
struct MarkGroup {
    ByteRange bytes;
    std::vector<Mark> marks;
};

// Finds the groups of an answer, outside of its code and links.
class MarkReader {
public:
    explicit MarkReader(std::string_view answer)
        : m_answer(answer)
    {
    }

    std::vector<MarkGroup> run()
    {
        while (m_at < m_answer.size()) {
            if (m_answer[m_at] == '`' || m_answer[m_at] == '~')
                skipCode();
            else if (m_answer[m_at] == '[')
                readBracket();
            else
                m_at += m_answer[m_at] == '\\' ? 2 : 1;
        }
        return std::move(m_groups);
    }

private:
    // A fence goes to the next line that begins with as many of its signs, code in a line to as many
    // backticks. What is never closed is a fence to the end, but no code in a line.
    void skipCode()
    {
        const char sign = m_answer[m_at];
        const size_t behind = std::min(m_answer.find_first_not_of(sign, m_at), m_answer.size());
        const std::string_view run = m_answer.substr(m_at, behind - m_at);
        const size_t lineEnd = m_answer.find_last_not_of(" \t", m_at - std::min<size_t>(m_at, 1));
        const bool beginsLine
            = m_at == 0 || lineEnd == std::string_view::npos || m_answer[lineEnd] == '\n';
        m_at = behind;
        if (run.size() >= 3 && beginsLine)
            m_at = endOfFence(run);
        else if (sign == '`')
            m_at = endOfCode(run);
    }

    size_t endOfFence(std::string_view run) const
    {
        for (size_t line = m_answer.find('\n', m_at); line != std::string_view::npos;
             line = m_answer.find('\n', line + 1)) {
            const size_t from = m_answer.find_first_not_of(" \t", line + 1);
            if (from != std::string_view::npos && m_answer.substr(from).starts_with(run))
                return std::min(m_answer.find('\n', from), m_answer.size());
        }
        return m_answer.size();
    }

    size_t endOfCode(std::string_view run) const
    {
        for (size_t from = m_at; (from = m_answer.find(run, from)) != std::string_view::npos;) {
            const size_t to = std::min(m_answer.find_first_not_of('`', from), m_answer.size());
            if (to - from == run.size())
                return to;
            from = to;
        }
        return m_at;
    }

    void readBracket()
    {
        const size_t from = m_at;
        const size_t close = m_answer.find(']', from);
        m_at = from + 1;
        if (close == std::string_view::npos)
            return;
        auto numbers = numbersIn({from + 1, close});
        const std::string_view behind = m_answer.substr(close + 1);
        if (numbers.empty() || behind.starts_with('(') || behind.starts_with(':'))
            return;
        if (numbers.size() == 1)
            numbers.front().bytes = {from, close + 1};
        m_at = close + 1;
        add({{from, close + 1}, std::move(numbers)});
    }

    // Empty unless there is nothing but numbers with commas between them.
    std::vector<Mark> numbersIn(ByteRange bytes) const
    {
        std::vector<Mark> marks;
        for (size_t at = bytes.from; at < bytes.to;) {
            const auto mark = numberAt(at, bytes.to);
            if (!mark)
                return {};
            marks.push_back(*mark);
            at = mark->bytes.to;
            while (at < bytes.to && m_answer[at] == ' ')
                ++at;
            if (at < bytes.to && m_answer[at] != ',' && m_answer[at] != ';')
                return {};
            while (at < bytes.to
                && (m_answer[at] == ' ' || m_answer[at] == ',' || m_answer[at] == ';'))
                ++at;
        }
        return marks;
    }

    std::optional<Mark> numberAt(size_t from, size_t end) const
    {
        size_t to = from;
        int number = 0;
        while (to < end && base::isDigit(m_answer[to]) && to - from <= mostDigits)
            number = number * 10 + (m_answer[to++] - '0');
        if (to == from || to - from > mostDigits)
            return std::nullopt;
        return Mark{{from, to}, number};
    }

    void add(MarkGroup group)
    {
        if (!m_groups.empty()) {
            MarkGroup& before = m_groups.back();
            const ByteRange between{before.bytes.to, group.bytes.from};
            const auto gap = m_answer.substr(between.from, between.size());
            if (gap.find_first_not_of(" ,") == std::string_view::npos) {
                before.bytes.to = group.bytes.to;
                std::ranges::move(group.marks, std::back_inserter(before.marks));
                return;
            }
        }
        m_groups.push_back(std::move(group));
    }

    std::string_view m_answer;
    size_t m_at = 0;
    std::vector<MarkGroup> m_groups;
};

// The statements that groups of marks belong to.
class StatementFinder {
public:
    StatementFinder(std::string_view answer, const std::vector<MarkGroup>& groups)
        : m_answer(answer)
        , m_groups(groups)
        , m_sentences(splitSentences(answer))
    {
        joinMarksBehindSentences();
    }

    // A group cites the text between it and the previous group of its sentence; if that has no
    // statement ("According to [1], …"), the text behind it. The last group also cites the rest of
    // the sentence.
    ByteRange of(size_t group) const
    {
        const ByteRange bytes = m_groups[group].bytes;
        ByteRange sentence = bytes;
        for (const ByteRange& each : m_sentences)
            if (each.from <= bytes.from && bytes.from < each.to)
                sentence = each;
        const bool isFirst = group == 0 || m_groups[group - 1].bytes.from < sentence.from;
        const bool isLast
            = group + 1 == m_groups.size() || m_groups[group + 1].bytes.from >= sentence.to;
        const ByteRange before{isFirst ? sentence.from : m_groups[group - 1].bytes.to, bytes.from};
        const size_t end = isLast ? sentence.to : m_groups[group + 1].bytes.from;
        const bool takesRest = isLast || !saysAnything(m_answer.substr(before.from, before.size()));
        return trimmed({before.from, takesRest ? end : bytes.to});
    }

private:
    // "It blinks. [1] Then it stops." A sentence has the marks that are behind its end.
    void joinMarksBehindSentences()
    {
        for (size_t sentence = 1; sentence < m_sentences.size(); ++sentence) {
            ByteRange& bytes = m_sentences[sentence];
            ByteRange& before = m_sentences[sentence - 1];
            const auto group = std::ranges::find_if(m_groups,
                [&bytes](const MarkGroup& each) { return each.bytes.from == bytes.from; });
            if (group == m_groups.end() || isLineBetween(before, bytes) || goesOn(*group, bytes))
                continue;
            before.to = group->bytes.to;
            bytes.from = std::min(group->bytes.to, bytes.to);
        }
    }

    bool isLineBetween(const ByteRange& one, const ByteRange& other) const
    {
        return m_answer.substr(one.to, other.from - one.to).find('\n') != std::string_view::npos;
    }

    // "[1] says that …": the mark is the sentence's subject.
    bool goesOn(const MarkGroup& group, const ByteRange& sentence) const
    {
        const size_t next = m_answer.find_first_not_of(' ', group.bytes.to);
        return next < sentence.to && m_answer[next] >= 'a' && m_answer[next] <= 'z';
    }

    ByteRange trimmed(ByteRange bytes) const
    {
        const std::string_view text = m_answer.substr(bytes.from, bytes.size());
        const size_t from = text.find_first_not_of(" \t,;|");
        if (from == std::string_view::npos)
            return {bytes.from, bytes.from};
        return {bytes.from + from, bytes.from + text.find_last_not_of(" \t") + 1};
    }

    std::string_view m_answer;
    const std::vector<MarkGroup>& m_groups;
    std::vector<ByteRange> m_sentences;
};

constexpr size_t questionTokens = 60; // of what a model is asked about a statement

// A statement without the marks in it.
std::string withoutMarks(
    std::string_view answer, ByteRange statement, const std::vector<MarkGroup>& groups)
{
    std::string words;
    size_t at = statement.from;
    for (const MarkGroup& group : groups) {
        if (group.bytes.from < at || group.bytes.to > statement.to)
            continue;
        words += answer.substr(at, group.bytes.from - at);
        at = group.bytes.to;
    }
    return words += answer.substr(at, statement.to - at);
}

bool isThere(const Mark& mark, std::span<const std::string> passages)
{
    return mark.number >= 1 && size_t(mark.number) <= passages.size();
}

// The passages of a group that are there.
std::vector<std::string_view> citedBy(const MarkGroup& group, std::span<const std::string> passages)
{
    std::vector<std::string_view> cited;
    for (const Mark& mark : group.marks)
        if (isThere(mark, passages))
            cited.push_back(passages[size_t(mark.number) - 1]);
    return cited;
}

// Calls take(group, statement) for what an answer cites, in its order.
template <typename Take>
void forEachGroup(std::string_view answer, const Take& take)
{
    const std::vector<MarkGroup> groups = MarkReader(answer).run();
    const StatementFinder finder(answer, groups);
    for (size_t group = 0; group < groups.size(); ++group) {
        const ByteRange statement = finder.of(group);
        take(groups[group], statement, withoutMarks(answer, statement, groups));
    }
}

} // namespace

std::vector<Citation> citationsIn(
    std::string_view answer, std::span<const std::string> passages, StatementChecker* checker)
{
    std::vector<Citation> citations;
    forEachGroup(
        answer, [&](const MarkGroup& group, ByteRange statement, const std::string& words) {
            const std::vector<std::string_view> cited = citedBy(group, passages);
            const Support support = checkSupport(words, cited, cited.empty() ? nullptr : checker);
            for (const Mark& mark : group.marks)
                citations.push_back({mark.bytes, statement, mark.number,
                    isThere(mark, passages) && support.isSupported(), support.missing,
                    support.verdict, support.score});
        });
    return citations;
}

std::string citationProblem(const Citation& citation)
{
    const std::string problem = supportProblem({citation.missing, citation.verdict});
    return problem.empty() && !citation.isSupported ? "there is no such passage" : problem;
}

std::vector<Citation> findCitations(std::string_view answer)
{
    std::vector<Citation> citations;
    forEachGroup(answer, [&](const MarkGroup& group, ByteRange statement, const std::string&) {
        for (const Mark& mark : group.marks)
            citations.push_back({mark.bytes, statement, mark.number});
    });
    return citations;
}

std::vector<std::string> statementsCiting(std::string_view answer, int number)
{
    std::vector<std::string> statements;
    forEachGroup(answer, [&](const MarkGroup& group, ByteRange, const std::string& words) {
        if (std::ranges::find(group.marks, number, &Mark::number) != group.marks.end())
            statements.push_back(words);
    });
    return statements;
}

std::vector<std::string> citedTexts(std::span<const DocumentHit> hits)
{
    std::vector<std::string> texts;
    for (const DocumentHit& hit : hits)
        texts.push_back(toText({.heading = hit.passage.heading, .text = hit.passage.text}));
    return texts;
}

CheckCost estimateCheck(std::string_view answer, std::span<const std::string> passages)
{
    CheckCost cost;
    forEachGroup(answer, [&](const MarkGroup& group, ByteRange, const std::string& words) {
        ++cost.statements;
        const std::vector<std::string_view> cited = citedBy(group, passages);
        if (cited.empty())
            return;
        cost.tokens += questionTokens + estimatedTokens(words);
        for (const std::string_view passage : cited)
            cost.tokens += estimatedTokens(passage);
    });
    return cost;
}

namespace {

constexpr int64_t leastParameters = 300'000'000; // of a model whose word is enough

} // namespace

bool isTooSmallToAnswer(int64_t parameters)
{
    return parameters > 0 && parameters < leastParameters;
}

std::string answerOfPassages(std::span<const std::string_view> passages)
{
    std::string text;
    for (size_t index = 0; index < std::min(passages.size(), mostShownPassages); ++index) {
        text += index == 0 ? "" : "\n\n";
        text += passages[index];
        text += " [" + std::to_string(index + 1) + "]";
    }
    return text;
}

runtime::Passage passageOf(const DocumentHit& hit)
{
    return {{hit.title.toStdString(), passageLocation(hit.passage.page, hit.passage.heading)},
        hit.passage.text};
}

namespace {

constexpr size_t leastCutTokens = 24; // of a passage; fewer say nothing

// The beginning of a passage, as much as fits; empty if that is next to nothing.
runtime::Passage cut(const runtime::Passage& passage, size_t mostTokens, const TokenCounter& count)
{
    const size_t frame = count(runtime::passageText({passage.source, {}}));
    if (mostTokens < frame + leastCutTokens)
        return {passage.source, {}};
    const auto stretches
        = cutText(passage.text, {0, passage.text.size()}, mostTokens - frame, count);
    if (stretches.empty())
        return {passage.source, {}};
    return {passage.source, passage.text.substr(0, stretches.front().bytes.to)};
}

} // namespace

runtime::Passage numbered(const runtime::Passage& passage, size_t number)
{
    runtime::Passage result = passage;
    result.source.name = "[" + std::to_string(number) + "] " + passage.source.name;
    return result;
}

std::string citedQuestionText(std::string_view question)
{
    return "Answer the question from the numbered passages above and from nothing else. Write the "
           "number of the passage that says so in brackets behind each statement: [1]. If the "
           "passages do not answer it, say that they do not. Answer in the language of the "
           "question.\n\n"
        + std::string(question);
}

CitedQuestion citedQuestion(std::string_view question, std::span<const runtime::Passage> passages,
    size_t mostTokens, const TokenCounter& count)
{
    CitedQuestion result;
    std::string text = citedQuestionText(question);
    const size_t taken = count(text);
    size_t left = mostTokens - std::min(mostTokens, taken);
    for (const runtime::Passage& passage : passages) {
        runtime::Passage next = numbered(passage, result.passages + 1);
        size_t tokens = count(runtime::passageText(next));
        if (tokens > left && result.passages > 0)
            break;
        if (tokens > left) {
            next = cut(next, left, count);
            result.isCut = true;
            tokens = left;
        }
        if (next.text.empty()) {
            result.isCut = false;
            break;
        }
        left -= tokens;
        ++result.passages;
        result.parts.emplace_back(std::move(next));
    }
    result.leftOut = passages.size() - result.passages;
    result.parts.emplace_back(std::move(text));
    return result;
}

} // namespace services
