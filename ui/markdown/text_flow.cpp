#include "ui/markdown/text_flow.h"

#include "ui/links/link.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace ui {

double MarkdownStyle::em() const
{
    return QFontInfo(font).pixelSize();
}

MarkdownStyle makeMarkdownStyle(const QWidget& widget)
{
    MarkdownStyle style;
    style.font = widget.font();
    style.codeFont = widget.font();
    style.codeFont.setFamilies({QStringLiteral("Noto Sans Mono"), QStringLiteral("monospace"),
        QStringLiteral("Noto Color Emoji")});
    style.codeFont.setPointSizeF(widget.font().pointSizeF() * 0.92);
    style.scheme = detectScheme(widget.palette());
    return style;
}

namespace {

constexpr double unbroken = 1e6; // pixels
constexpr QChar formulaHolder = u'x'; // takes the place of a formula, unseen and as wide
constexpr int tabColumns = 4;

QFont baseFont(const MarkdownStyle& style, const TextFlow::Options& options)
{
    QFont font = options.isCode ? style.codeFont : style.font;
    font.setPointSizeF(font.pointSizeF() * options.size);
    if (options.isStrong)
        font.setWeight(QFont::DemiBold);
    return font;
}

// Decides by the first letter that has a direction; formulas have none.
bool runsRightToLeft(const InlineText& text)
{
    for (const InlineRun& run : text) {
        if (run.is(InlineRun::Formula))
            continue;
        for (const QChar c : run.text) {
            const QChar::Direction direction = c.direction();
            if (direction == QChar::DirL)
                return false;
            if (direction == QChar::DirR || direction == QChar::DirAL)
                return true;
        }
    }
    return false;
}

} // namespace

TextFlow::TextFlow(const InlineText& text, const MarkdownStyle& style, const Options& options)
{
    const Colors& color = colors(style.scheme);
    m_ink = color.text;
    m_linkInk = color.accent;
    const QFont font = baseFont(style, options);
    m_isRightToLeft = !options.isCode && runsRightToLeft(text);
    m_layout.setFont(font);
    for (const InlineRun& run : text)
        append(run, style, options);
    m_formats << options.formats;

    QTextOption option;
    option.setTextDirection(m_isRightToLeft ? Qt::RightToLeft : Qt::LeftToRight);
    option.setWrapMode(
        options.width < 0 ? QTextOption::ManualWrap : QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTabStopDistance(tabColumns * QFontMetricsF(font).horizontalAdvance(u' '));
    option.setAlignment(options.alignment ? options.alignment
            : m_isRightToLeft             ? Qt::AlignRight
                                          : Qt::AlignLeft);
    if (options.width < 0)
        option.setAlignment(Qt::AlignLeft);
    m_layout.setText(m_text.replace(u'\n', QChar::LineSeparator));
    m_layout.setFormats(m_formats);
    m_layout.setCacheEnabled(true);
    breakLines(options.width < 0 ? unbroken : options.width, option);
}

void TextFlow::append(const InlineRun& run, const MarkdownStyle& style, const Options& options)
{
    const Colors& color = colors(style.scheme);
    QTextLayout::FormatRange range{int(m_text.size()), int(run.text.size()), {}};
    QFont font = baseFont(style, options);
    if (run.is(InlineRun::Strong))
        font.setWeight(QFont::DemiBold);
    if (run.is(InlineRun::Formula)) {
        appendFormula(run, font);
        return;
    }
    if (run.is(InlineRun::Code)) {
        font.setFamilies(style.codeFont.families());
        font.setPointSizeF(font.pointSizeF() * 0.94);
        range.format.setBackground(color.bubble);
    }
    if (run.is(InlineRun::Emphasis))
        font.setItalic(true);
    if (run.is(InlineRun::Struck))
        font.setStrikeOut(true);
    const auto citation = citationLink(run.link);
    const auto fact = factLink(run.link);
    if (!run.link.isEmpty()) {
        font.setUnderline(!citation && !fact);
        range.format.setAnchorHref(run.link);
        if (!fact)
            range.format.setForeground(color.accent);
    }
    if (run.is(InlineRun::Raised))
        range.format.setVerticalAlignment(QTextCharFormat::AlignSuperScript);
    m_text += run.text;
    if (run.style != 0 || !run.link.isEmpty()) {
        range.format.setFont(font, QTextCharFormat::FontPropertiesSpecifiedOnly);
        const bool isUnsupported
            = (citation && !citation->missing.isEmpty()) || (fact && !fact->isSupported);
        if (isUnsupported) {
            range.format.setForeground(color.mutedText);
            range.format.setUnderlineStyle(QTextCharFormat::DotLine);
        } else if (fact && !fact->isDisputed) {
            range.format.setUnderlineColor(color.border);
            range.format.setUnderlineStyle(QTextCharFormat::SingleUnderline);
        }
        if (fact && fact->isDisputed) {
            range.format.setUnderlineColor(color.accent);
            range.format.setUnderlineStyle(QTextCharFormat::DashUnderline);
        }
        m_formats << range;
    }
}

void TextFlow::appendFormula(const InlineRun& run, const QFont& font)
{
    const Formula formula(run.text, font, Formula::Style::Inline);
    QFont holder = font;
    holder.setPixelSize(1);
    holder.setLetterSpacing(QFont::AbsoluteSpacing,
        std::max(0.0, formula.width() - QFontMetricsF(holder).horizontalAdvance(formulaHolder)));
    QTextLayout::FormatRange range{int(m_text.size()), 1, {}};
    range.format.setFont(holder);
    range.format.setForeground(Qt::transparent);
    m_formulas.push_back({int(m_text.size()), formula, run.text, !run.link.isEmpty()});
    m_formats << range;
    m_text += formulaHolder;
}

void TextFlow::breakLines(double width, const QTextOption& option)
{
    m_layout.setTextOption(option);
    const QFontMetricsF metrics(m_layout.font());
    m_layout.beginLayout();
    auto formula = m_formulas.begin();
    for (QTextLine line = m_layout.createLine(); line.isValid(); line = m_layout.createLine()) {
        line.setLeadingIncluded(true);
        line.setLineWidth(width);
        double above = line.ascent(), below = line.height() - line.ascent();
        if (!m_formulas.empty()) { // one that is alone has next to no letters around it
            above = std::max(above, metrics.ascent());
            below = std::max(below, metrics.descent());
        }
        const int end = line.textStart() + line.textLength();
        for (; formula != m_formulas.end() && formula->position < end; ++formula) {
            above = std::max(above, formula->formula.ascent() + 1);
            below = std::max(below, formula->formula.descent() + 1);
        }
        line.setPosition({0, m_height + above - line.ascent()});
        m_height += above + below;
        m_naturalWidth = std::max(m_naturalWidth, line.naturalTextWidth());
    }
    m_layout.endLayout();
    m_height = std::ceil(m_height);
}

double TextFlow::firstBaseline() const
{
    if (m_layout.lineCount() == 0)
        return 0;
    const QTextLine line = m_layout.lineAt(0);
    return line.y() + line.ascent();
}

void TextFlow::draw(QPainter& painter, QPointF origin, const QList<QTextLayout::FormatRange>& marks,
    const QRectF& clip) const
{
    painter.setPen(m_ink);
    m_layout.draw(&painter, origin, marks, clip);
    for (const PlacedFormula& placed : m_formulas) {
        const QTextLine line = m_layout.lineForTextPosition(placed.position);
        if (!line.isValid())
            continue;
        const double x
            = std::min(line.cursorToX(placed.position), line.cursorToX(placed.position + 1));
        QColor ink = placed.isLink ? m_linkInk : m_ink;
        for (const QTextLayout::FormatRange& mark : marks)
            if (mark.start <= placed.position && placed.position < mark.start + mark.length
                && mark.format.hasProperty(QTextFormat::ForegroundBrush))
                ink = mark.format.foreground().color();
        painter.setPen(ink);
        placed.formula.draw(painter, origin + QPointF(x, line.y() + line.ascent()));
    }
}

int TextFlow::positionAt(QPointF point) const
{
    for (int i = 0; i < m_layout.lineCount(); ++i) {
        const QTextLine line = m_layout.lineAt(i);
        if (point.y() < line.y() + line.height() || i + 1 == m_layout.lineCount())
            return line.xToCursor(point.x());
    }
    return 0;
}

QRectF TextFlow::characterRect(int position) const
{
    const QTextLine line = m_layout.lineForTextPosition(position);
    if (!line.isValid())
        return {0, 0, 1, m_height};
    const double left = line.cursorToX(position), right = line.cursorToX(position + 1);
    return QRectF(
        std::min(left, right), line.y(), std::max(1.0, std::abs(right - left)), line.height());
}

int TextFlow::characterAt(QPointF point) const
{
    const int near = positionAt(point);
    for (const int position : {near, near - 1})
        if (position >= 0 && position < m_text.size() && characterRect(position).contains(point))
            return position;
    return -1;
}

QString TextFlow::linkAt(QPointF point) const
{
    const int position = characterAt(point);
    for (const QTextLayout::FormatRange& range : m_formats)
        if (range.start <= position && position < range.start + range.length
            && !range.format.anchorHref().isEmpty())
            return range.format.anchorHref();
    return {};
}

QString TextFlow::latexAt(QPointF point) const
{
    const int position = characterAt(point);
    for (const PlacedFormula& placed : m_formulas)
        if (placed.position == position)
            return placed.latex;
    return {};
}

} // namespace ui
