#include "ui/markdown/math/math_layout.h"

#include <QFontInfo>
#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <optional>

namespace ui {

namespace {

using Kind = MathNode::Kind;

enum class Style { Displayed, Text, Script, SmallScript };

Style toScript(Style style)
{
    return style < Style::Script ? Style::Script : Style::SmallScript;
}

// Space before an atom, by the class of the one on its left; in eighteenths of an em. Negative: not
// in scripts. The rules are those of the TeXbook, chapter 18.
constexpr std::array<std::array<int, 8>, 8> spaces = {{
    // Ord Op Bin Rel Open Close Punct Inner
    {0, 3, -4, -5, 0, 0, 0, -3}, // Ordinary
    {3, 3, 0, -5, 0, 0, 0, -3}, // Operator
    {-4, -4, 0, 0, -4, 0, 0, -4}, // Binary
    {-5, -5, 0, 0, -5, 0, 0, -5}, // Relation
    {0, 0, 0, 0, 0, 0, 0, 0}, // Opening
    {0, 3, -4, -5, 0, 0, 0, -3}, // Closing
    {-3, -3, 0, -3, -3, -3, -3, -3}, // Punctuation
    {-3, 3, -4, -5, -3, 0, -3, -3}, // Inner
}};

constexpr std::array serifFamilies = {"STIX Two Text", "Noto Serif", "DejaVu Serif", "serif"};
constexpr std::array signFamilies = {
    "STIX Two Math", "Noto Sans Math", "DejaVu Math TeX Gyre", "Noto Sans Symbols2", "sans-serif"};

template <size_t count>
QStringList list(const std::array<const char*, count>& names)
{
    QStringList families;
    for (const char* name : names)
        families << QString::fromLatin1(name);
    return families;
}

/// Sizes and fonts at one style.
class Scale {
public:
    Scale(const QFont& font, double em, Style style)
        : m_font(font)
        , m_em(em
              * (style < Style::Script         ? 1
                      : style == Style::Script ? 0.72
                                               : 0.58))
    {
    }

    double em() const { return m_em; }
    double axis() const { return 0.27 * m_em; }
    double rule() const { return std::max(0.05 * m_em, 0.8); }

    QFont font(MathFont wanted) const
    {
        QFont font = m_font;
        font.setPixelSize(std::max(1, int(std::lround(m_em))));
        font.setFamilies(list(serifFamilies));
        font.setItalic(wanted == MathFont::Italic || wanted == MathFont::BoldItalic);
        font.setBold(wanted == MathFont::Bold || wanted == MathFont::BoldItalic);
        if (wanted == MathFont::Sans)
            font.setFamilies(m_font.families());
        else if (wanted == MathFont::Mono)
            font.setFamilies({QStringLiteral("Noto Sans Mono"), QStringLiteral("monospace")});
        else if (wanted == MathFont::Blackboard || wanted == MathFont::Calligraphic
            || wanted == MathFont::Fraktur)
            font.setFamilies(list(signFamilies));
        return font;
    }

    QFont signFont(double factor = 1) const
    {
        QFont font = this->font(MathFont::Upright);
        font.setFamilies(list(signFamilies));
        font.setPixelSize(std::max(1, int(std::lround(m_em * factor))));
        return font;
    }

private:
    const QFont& m_font;
    double m_em;
};

MathBox text(const QString& text, const QFont& font)
{
    const QFontMetricsF metrics(font);
    const QRectF bounds = metrics.tightBoundingRect(text);
    MathBox box;
    box.signs.push_back({{}, text, font});
    box.width = std::max(metrics.horizontalAdvance(text), font.italic() ? bounds.right() : 0.0);
    box.ascent = std::max(0.0, -bounds.top());
    box.descent = std::max(0.0, bounds.bottom());
    return box;
}

/// One function for each kind of node.
class Layouter {
public:
    Layouter(const QFont& font)
        : m_font(font)
        , m_em(QFontInfo(font).pixelSize())
    {
    }

    MathBox layOut(const MathNode& node, Style style) const
    {
        switch (node.kind) {
        case Kind::Row:
            return row(node.children, style);
        case Kind::Symbol:
            return symbol(node, style);
        case Kind::Operator:
            return operatorSign(node, style);
        case Kind::Text:
            return text(node.text, scale(style).font(node.font));
        case Kind::Fraction:
            return fraction(node, style);
        case Kind::Root:
            return root(node, style);
        case Kind::Scripts:
            return scripts(node, style);
        case Kind::Fenced:
            return fenced(layOut(node.children[0], style), node, style);
        case Kind::Grid:
            return fenced(grid(node, style), node, style);
        case Kind::Accent:
            return accented(node.text, layOut(node.children[0], style), scale(style).em());
        case Kind::Space:
            return emptyBox(node.amount * scale(style).em());
        case Kind::Unknown:
            return text(node.text, scale(style).font(MathFont::Mono));
        }
        return {};
    }

private:
    Scale scale(Style style) const { return {m_font, m_em, style}; }

    static MathBox emptyBox(double width)
    {
        MathBox box;
        box.width = width;
        return box;
    }

    // A sign between two others can only join them if there is one on each side.
    static MathClass mathClass(const std::vector<MathNode>& nodes, size_t i, MathClass before)
    {
        const MathClass own = nodes[i].mathClass;
        if (own != MathClass::Binary)
            return own;
        const bool joins = i > 0 && i + 1 < nodes.size() && before != MathClass::Binary
            && before != MathClass::Relation && before != MathClass::Opening
            && before != MathClass::Punctuation && before != MathClass::Operator;
        return joins ? own : MathClass::Ordinary;
    }

    MathBox row(const std::vector<MathNode>& nodes, Style style) const
    {
        MathBox box;
        double x = 0;
        std::optional<MathClass> before;
        for (size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].kind == Kind::Space) {
                x += nodes[i].amount * scale(style).em();
                continue;
            }
            const MathClass own = mathClass(nodes, i, before.value_or(MathClass::Opening));
            if (before) {
                const int space = spaces[size_t(*before)][size_t(own)];
                if (space > 0 || style < Style::Script)
                    x += std::abs(space) / 18.0 * scale(style).em();
            }
            MathBox part = layOut(nodes[i], style);
            const double width = part.width;
            box.add(std::move(part), {x, 0});
            x += width;
            before = own;
        }
        box.width = std::max(x, 0.0);
        return box;
    }

    MathBox symbol(const MathNode& node, Style style) const
    {
        const Scale scale = this->scale(style);
        if (node.text.isEmpty())
            return {};
        if (node.amount > 0)
            return stretchedSign(node.text, node.amount * scale.em(), scale.axis(), scale.em());
        const QChar first = node.text[0];
        const bool isLetter
            = first.isLetterOrNumber() && first.unicode() < 0x2000 && !first.isHighSurrogate();
        if (isLetter || QStringView(u",.;:!?'").contains(first))
            return text(node.text, scale.font(node.font));
        if (first.unicode() > 0x2e00 && !first.isSurrogate())
            return text(node.text, m_font.pixelSize() > 0 ? m_font : scale.font(MathFont::Sans));
        return text(node.text, scale.signFont());
    }

    MathBox operatorSign(const MathNode& node, Style style) const
    {
        const Scale scale = this->scale(style);
        if (!node.isBig)
            return text(node.text, scale.font(MathFont::Upright));
        const bool isIntegral = !node.hasLimits && style == Style::Displayed;
        const double factor = isIntegral ? 1.7 : style == Style::Displayed ? 1.4 : 1.05;
        MathBox sign = text(node.text, scale.signFont(factor));
        MathBox box;
        const double shift = (sign.ascent - sign.descent) / 2 - scale.axis();
        box.add(std::move(sign), {0, shift});
        return box;
    }

    MathBox fraction(const MathNode& node, Style style) const
    {
        const Scale scale = this->scale(style);
        const bool keepsSize = style == Style::Displayed || node.isBig;
        const Style inner = keepsSize ? Style::Text : toScript(style);
        MathBox above = layOut(node.children[0], inner), below = layOut(node.children[1], inner);
        const double gap = scale.em() * (keepsSize ? 0.18 : 0.1) + scale.rule() / 2;
        const double side = 0.12 * scale.em();
        const double width = std::max(above.width, below.width) + 2 * side;
        const double aboveX = (width - above.width) / 2, belowX = (width - below.width) / 2;
        const double aboveY = -scale.axis() - gap - above.descent;
        const double belowY = -scale.axis() + gap + below.ascent;
        MathBox box;
        box.add(std::move(above), {aboveX, aboveY});
        box.add(std::move(below), {belowX, belowY});
        box.width = width;
        if (node.hasRule) {
            QPainterPath rule;
            rule.addRect(0, -scale.axis() - scale.rule() / 2, width, scale.rule());
            box.lines.push_back({rule, 0});
        }
        return box;
    }

    MathBox root(const MathNode& node, Style style) const
    {
        const Scale scale = this->scale(style);
        const double em = scale.em(), hook = 0.55 * em, gap = 0.12 * em;
        MathBox body = layOut(node.children[0], style);
        body.ascent = std::max(body.ascent, 0.7 * em);
        MathBox index = layOut(node.children[1], Style::SmallScript);
        const double top = -body.ascent - gap, bottom = body.descent + 0.04 * em;
        const double left = std::max(0.0, index.width - hook * 0.5);
        const double right = left + hook + body.width + 0.08 * em;
        QPainterPath sign(QPointF(left, bottom - (bottom - top) * 0.42));
        sign.lineTo(left + hook * 0.25, bottom - (bottom - top) * 0.47);
        sign.lineTo(left + hook * 0.55, bottom);
        sign.lineTo(left + hook * 0.9, top);
        sign.lineTo(right, top);
        MathBox box;
        box.add(std::move(body), {left + hook, 0});
        const double indexY = bottom - (bottom - top) * 0.55;
        box.add(std::move(index), {0, indexY});
        box.lines.push_back({sign, scale.rule()});
        box.width = right;
        box.ascent = std::max(box.ascent, -top + scale.rule());
        return box;
    }

    MathBox scripts(const MathNode& node, Style style) const
    {
        const MathNode& base = node.children[0];
        const bool limits
            = base.hasLimits && (style == Style::Displayed || base.kind != Kind::Operator);
        MathBox body = layOut(base, style);
        MathBox below = layOut(node.children[1], toScript(style));
        MathBox above = layOut(node.children[2], toScript(style));
        return limits ? withLimits(std::move(body), std::move(below), std::move(above), style)
                      : withScripts(std::move(body), std::move(below), std::move(above), style,
                          base.kind == Kind::Operator && base.isBig);
    }

    MathBox withLimits(MathBox body, MathBox below, MathBox above, Style style) const
    {
        const double gap = 0.14 * scale(style).em();
        const double width = std::max({body.width, below.width, above.width});
        const double bodyX = (width - body.width) / 2;
        const QPointF aboveAt((width - above.width) / 2, -body.ascent - gap - above.descent);
        const QPointF belowAt((width - below.width) / 2, body.descent + gap + below.ascent);
        MathBox box;
        box.add(std::move(body), {bodyX, 0});
        if (above.width > 0)
            box.add(std::move(above), aboveAt);
        if (below.width > 0)
            box.add(std::move(below), belowAt);
        box.width = width;
        return box;
    }

    MathBox withScripts(MathBox body, MathBox below, MathBox above, Style style, bool isBig) const
    {
        const double em = scale(style).em();
        double rise = std::max({0.38 * em, body.ascent - 0.3 * em, above.descent + 0.22 * em});
        double fall = std::max({0.16 * em, body.descent + 0.06 * em, below.ascent - 0.4 * em});
        if (above.width > 0 && below.width > 0) {
            const double between = rise - above.descent + fall - below.ascent;
            if (between < 0.14 * em)
                fall += 0.14 * em - between;
        }
        const double x = body.width + 0.04 * em;
        const double belowX = isBig ? x - 0.12 * em : x;
        MathBox box;
        box.add(std::move(body), {0, 0});
        if (above.width > 0)
            box.add(std::move(above), {x, -rise});
        if (below.width > 0)
            box.add(std::move(below), {belowX, fall});
        box.width += 0.03 * em;
        return box;
    }

    MathBox fenced(MathBox body, const MathNode& node, Style style) const
    {
        if (node.open.isEmpty() && node.close.isEmpty())
            return body;
        const Scale scale = this->scale(style);
        const double reach
            = std::max({body.ascent - scale.axis(), body.descent + scale.axis(), 0.5 * scale.em()});
        const double height = 2 * reach + 0.1 * scale.em();
        MathBox box;
        box.add(stretchedSign(node.open, height, scale.axis(), scale.em()), {0, 0});
        const double bodyX = box.width;
        box.add(std::move(body), {bodyX, 0});
        const double closeX = box.width;
        box.add(stretchedSign(node.close, height, scale.axis(), scale.em()), {closeX, 0});
        return box;
    }

    MathBox grid(const MathNode& node, Style style) const
    {
        const Scale scale = this->scale(style);
        const size_t columns = size_t(std::max<qsizetype>(1, node.columns.size()));
        const Style inner = node.isBig ? Style::Displayed : std::max(style, Style::Text);
        std::vector<MathBox> cells;
        std::vector<double> widths(columns);
        for (size_t i = 0; i < node.children.size(); ++i) {
            cells.push_back(layOut(node.children[i], inner));
            widths[i % columns] = std::max(widths[i % columns], cells.back().width);
        }

        MathBox box;
        double y = 0;
        for (size_t first = 0; first < cells.size(); first += columns) {
            double ascent = 0.7 * scale.em(), descent = 0.25 * scale.em();
            for (size_t i = first; i < first + columns; ++i) {
                ascent = std::max(ascent, cells[i].ascent);
                descent = std::max(descent, cells[i].descent);
            }
            y += first > 0 ? ascent + (node.isBig ? 0.45 : 0.3) * scale.em() : ascent;
            placeRow(box, cells, first, node, widths, y, scale.em());
            y += descent;
        }
        return centered(std::move(box), y, scale.axis());
    }

    static void placeRow(MathBox& box, std::vector<MathBox>& cells, size_t first,
        const MathNode& node, const std::vector<double>& widths, double y, double em)
    {
        double x = 0;
        for (size_t column = 0; column < widths.size(); ++column) {
            MathBox& cell = cells[first + column];
            const double room = widths[column] - cell.width;
            const QChar alignment = node.columns[qsizetype(column)];
            const double shift = alignment == u'r' ? room : alignment == u'c' ? room / 2 : 0;
            box.add(std::move(cell), {x + shift, y});
            const bool isPair = node.hasLimits && column % 2 == 0;
            x += widths[column] + (column + 1 == widths.size() ? 0 : isPair ? 0.25 * em : em);
        }
        box.width = std::max(box.width, x);
    }

    // A box that was filled downwards from its baseline, around the axis.
    static MathBox centered(MathBox box, double height, double axis)
    {
        const double width = box.width;
        MathBox whole;
        box.ascent = 0;
        box.descent = height;
        whole.add(std::move(box), {0, -height / 2 - axis});
        whole.ascent = height / 2 + axis;
        whole.descent = height / 2 - axis;
        whole.width = width;
        return whole;
    }

    const QFont& m_font;
    double m_em;
};

} // namespace

MathBox layOutMath(const MathNode& node, const QFont& font, bool isDisplayed)
{
    return Layouter(font).layOut(node, isDisplayed ? Style::Displayed : Style::Text);
}

} // namespace ui
