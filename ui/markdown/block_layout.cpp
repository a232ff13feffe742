#include "ui/markdown/block_layout.h"

#include "ui/markdown/code/highlighter.h"
#include "ui/markdown/table_layout.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

namespace {

/// Text, headings and code.
class FlowLayout : public BlockLayout {
public:
    FlowLayout(const InlineText& text, const MarkdownStyle& style, const TextFlow::Options& options)
        : m_flow(text, style, options)
    {
    }

    double height() const override { return m_flow.height(); }
    double contentWidth() const override { return m_flow.naturalWidth(); }
    bool isRightToLeft() const override { return m_flow.isRightToLeft(); }
    double firstBaseline() const override { return m_flow.firstBaseline(); }
    void draw(
        QPainter& painter, QPointF origin, const Marks& marks, const QRectF& clip) const override
    {
        m_flow.draw(painter, origin, marks, clip);
    }
    int positionAt(QPointF point) const override { return m_flow.positionAt(point); }
    QRectF characterRect(int position) const override { return m_flow.characterRect(position); }
    QString linkAt(QPointF point) const override { return m_flow.linkAt(point); }
    QString latexAt(QPointF point) const override { return m_flow.latexAt(point); }

private:
    TextFlow m_flow;
};

/// A displayed formula, in the middle.
class FormulaLayout : public BlockLayout {
public:
    FormulaLayout(const QString& latex, const MarkdownStyle& style, double width)
        : m_latex(latex)
        , m_formula(latex, style.font, Formula::Style::Displayed)
        , m_ink(colors(style.scheme).text)
        , m_left(std::max(0.0, (width - m_formula.width()) / 2))
    {
    }

    double height() const override
    {
        return std::ceil(m_formula.ascent() + m_formula.descent()) + 2 * space;
    }
    double contentWidth() const override { return m_formula.width(); }

    void draw(QPainter& painter, QPointF origin, const Marks& marks, const QRectF&) const override
    {
        QColor ink = m_ink;
        for (const QTextLayout::FormatRange& mark : marks) {
            painter.fillRect(characterRect(0).translated(origin), mark.format.background());
            if (mark.format.hasProperty(QTextFormat::ForegroundBrush))
                ink = mark.format.foreground().color();
        }
        painter.setPen(ink);
        m_formula.draw(painter, origin + QPointF(m_left, space + m_formula.ascent()));
    }

    int positionAt(QPointF point) const override
    {
        return point.x() > m_left + m_formula.width() / 2 ? 1 : 0;
    }
    QRectF characterRect(int) const override { return {m_left, 0, m_formula.width(), height()}; }
    QString latexAt(QPointF point) const override
    {
        return characterRect(0).contains(point) ? m_latex : QString();
    }

private:
    static constexpr double space = 4; // pixels above and below

    QString m_latex;
    Formula m_formula;
    QColor m_ink;
    double m_left;
};

TextFlow::Options flowOptions(const MarkdownBlock& block, const MarkdownStyle& style, double width)
{
    constexpr std::array sizes = {1.5, 1.3, 1.15, 1.05, 1.0, 1.0}; // of headings
    TextFlow::Options options;
    options.width = width;
    if (block.kind == MarkdownBlock::Kind::Heading) {
        options.size = std::min(sizes[size_t(block.level - 1) % sizes.size()], style.maxHeading);
        options.isStrong = true;
    }
    return options;
}

std::unique_ptr<BlockLayout> layOutCode(
    const MarkdownBlock& block, const MarkdownStyle& style, const BlockSpace& space)
{
    TextFlow::Options options;
    options.width = space.wrapsCode ? space.width : -1;
    options.isCode = true;
    options.formats
        = codeFormats(block.code, languageNamed(block.language), space.codeBefore, style.scheme);
    return std::make_unique<FlowLayout>(InlineText{{block.code}}, style, options);
}

} // namespace

std::unique_ptr<BlockLayout> layOutBlock(
    const MarkdownBlock& block, const MarkdownStyle& style, const BlockSpace& space)
{
    switch (block.kind) {
    case MarkdownBlock::Kind::Code:
        return layOutCode(block, style, space);
    case MarkdownBlock::Kind::Table:
        return std::make_unique<TableLayout>(block, style, space.width);
    case MarkdownBlock::Kind::Formula:
        return std::make_unique<FormulaLayout>(block.code, style, space.width);
    default:
        return std::make_unique<FlowLayout>(
            block.text, style, flowOptions(block, style, space.width));
    }
}

} // namespace ui
