#include "ui/markdown/citation_marks.h"

#include "ui/links/link.h"

#include <QRegularExpression>

#include <algorithm>

namespace ui {

namespace {

constexpr int formsOfNoMarks = InlineRun::Code | InlineRun::Formula | InlineRun::Raised;

// "[1]", "[1, 3]"; a year is none.
const QRegularExpression& markPattern()
{
    static const QRegularExpression pattern(
        QStringLiteral(R"(\[\d{1,3}(?: *[,;][ ,;]*\d{1,3})* *\](?!\())"));
    return pattern;
}

const QRegularExpression& numberPattern()
{
    static const QRegularExpression pattern(QStringLiteral(R"(\d+)"));
    return pattern;
}

// The numbers of a text, each with its position. If a mark has one number, that is the whole mark.
struct Number {
    qsizetype begin = 0, end = 0;
    int value = 0;
    bool isJudged = true; // "[1]:" begins what it says; whether it does is not known
};

QList<Number> numbersIn(const QString& text)
{
    QList<Number> numbers;
    for (auto mark = markPattern().globalMatch(text); mark.hasNext();) {
        const QRegularExpressionMatch found = mark.next();
        QList<Number> inMark;
        for (auto each = numberPattern().globalMatch(found.captured()); each.hasNext();) {
            const QRegularExpressionMatch digits = each.next();
            const qsizetype begin = found.capturedStart() + digits.capturedStart();
            inMark.append({begin, begin + digits.capturedLength(), digits.captured().toInt(),
                text.mid(found.capturedEnd(), 1) != u":"});
        }
        if (inMark.size() == 1) {
            inMark.first().begin = found.capturedStart();
            inMark.first().end = found.capturedEnd();
        }
        numbers += inMark;
    }
    return numbers;
}

bool mayHoldMarks(const InlineRun& run)
{
    return run.link.isEmpty() && (run.style & formsOfNoMarks) == 0 && run.text.contains(u'[');
}

template <typename Visit>
void forEachText(std::vector<MarkdownBlock>& blocks, Visit visit)
{
    for (MarkdownBlock& block : blocks) {
        visit(block.text);
        for (std::vector<InlineText>& row : block.rows)
            for (InlineText& cell : row)
                visit(cell);
    }
}

class CitationLinker {
public:
    explicit CitationLinker(const CitationMarks& marks)
        : m_marks(marks)
    {
    }

    void link(std::vector<MarkdownBlock>& blocks)
    {
        if (!m_marks.missing.isEmpty())
            forEachText(blocks, [this](InlineText& text) { count(text); });
        forEachText(blocks, [this](InlineText& text) { link(text); });
    }

private:
    void count(const InlineText& text)
    {
        for (const InlineRun& run : text)
            if (mayHoldMarks(run))
                for (const Number& number : numbersIn(run.text))
                    m_counts[number.value] += number.isJudged;
    }

    void link(InlineText& text)
    {
        if (std::none_of(text.begin(), text.end(), mayHoldMarks))
            return;
        InlineText linked;
        for (InlineRun& run : text) {
            if (mayHoldMarks(run))
                split(run, linked);
            else
                linked.push_back(std::move(run));
        }
        text = std::move(linked);
    }

    void split(const InlineRun& run, InlineText& into)
    {
        qsizetype from = 0;
        const auto add = [&](qsizetype to, const QString& address) {
            if (to > from)
                into.push_back({run.text.mid(from, to - from), run.style, address});
            from = to;
        };
        for (const Number& number : numbersIn(run.text)) {
            const QString missing = number.isJudged ? nextMissing(number.value) : QString();
            if (number.value < 1 || number.value > m_marks.sources.size())
                continue;
            add(number.begin, {});
            add(number.end, toAddress({number.value, missing}));
        }
        add(run.text.size(), {});
    }

    QString nextMissing(int number)
    {
        const QStringList missing = m_marks.missing.value(number);
        const int index = m_passed[number]++;
        if (missing.isEmpty())
            return {};
        if (m_counts[number] == missing.size())
            return missing[index];
        return missing.contains(QString()) ? QString() : missing.first();
    }

    const CitationMarks& m_marks;
    QHash<int, int> m_counts, m_passed; // marks of a number
};

} // namespace

void linkCitations(std::vector<MarkdownBlock>& blocks, const CitationMarks& marks)
{
    if (!marks.sources.isEmpty())
        CitationLinker(marks).link(blocks);
}

} // namespace ui
