#include "ui/markdown/fact_marks.h"

#include "ui/links/link.h"
#include "ui/markdown/markdown_text.h"

#include <algorithm>
#include <utility>

namespace ui {

namespace {

using Kind = MarkdownBlock::Kind;

// A text whose facts become links, while its position is followed.
class FactLinker {
public:
    explicit FactLinker(const QList<FactMark>& facts)
        : m_facts(facts)
    {
    }

    void link(std::vector<MarkdownBlock>& blocks)
    {
        for (MarkdownBlock& block : blocks) {
            const qsizetype end = m_position + visibleText(block).size() + 1;
            link(block.text);
            for (std::vector<InlineText>& row : block.rows)
                for (InlineText& cell : row) {
                    link(cell);
                    ++m_position;
                }
            m_position = end;
        }
    }

private:
    void link(InlineText& text)
    {
        InlineText linked;
        for (InlineRun& run : text) {
            const bool isFormula = run.is(InlineRun::Formula);
            const qsizetype end = m_position + (isFormula ? 1 : run.text.size());
            if (isFormula || !run.link.isEmpty())
                linked.push_back(std::move(run));
            else
                split(run, linked);
            m_position = end;
        }
        text = std::move(linked);
    }

    void split(const InlineRun& run, InlineText& into)
    {
        const qsizetype first = m_position, last = first + run.text.size();
        qsizetype from = first;
        const auto add = [&](qsizetype to, const QString& address) {
            if (to > from)
                into.push_back({run.text.mid(from - first, to - from), run.style, address});
            from = std::max(from, to);
        };
        auto fact = std::ranges::upper_bound(m_facts, first, {}, &FactMark::end);
        for (; fact != m_facts.end() && fact->begin < last; ++fact) {
            add(std::max(fact->begin, first), {});
            add(std::min(fact->end, last),
                toAddress(FactLink{
                    int(fact - m_facts.begin()), fact->isSupported, fact->isDisputed}));
        }
        add(last, {});
    }

    const QList<FactMark>& m_facts;
    qsizetype m_position = 0;
};

} // namespace

QString factText(const std::vector<MarkdownBlock>& blocks)
{
    QString text;
    for (const MarkdownBlock& block : blocks) {
        QString visible = visibleText(block);
        if (block.kind == Kind::Code)
            visible.fill(u' ');
        text += visible.replace(u'\t', u'|') + u'\n';
    }
    return text.replace(QChar::ObjectReplacementCharacter, u' ').replace(QChar::LineSeparator, u'\n');
}

void linkFacts(std::vector<MarkdownBlock>& blocks, const QList<FactMark>& facts)
{
    if (!facts.isEmpty())
        FactLinker(facts).link(blocks);
}

} // namespace ui
