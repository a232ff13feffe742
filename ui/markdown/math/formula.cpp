#include "ui/markdown/math/formula.h"

#include "ui/markdown/math/math_layout.h"
#include "ui/markdown/math/math_node.h"

#include <QPainter>

namespace ui {

Formula::Formula(const QString& latex, const QFont& font, Style style)
    : m_box(std::make_shared<const MathBox>(
        layOutMath(parseMath(latex), font, style == Style::Displayed)))
{
}

double Formula::width() const
{
    return m_box->width;
}

double Formula::ascent() const
{
    return m_box->ascent;
}

double Formula::descent() const
{
    return m_box->descent;
}

void Formula::draw(QPainter& painter, QPointF origin) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(origin);
    const QColor ink = painter.pen().color();
    for (const MathBox::Sign& sign : m_box->signs) {
        painter.setFont(sign.font);
        painter.drawText(sign.place, sign.text);
    }
    for (const MathBox::Line& line : m_box->lines) {
        if (line.width > 0)
            painter.strokePath(
                line.path, QPen(ink, line.width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        else
            painter.fillPath(line.path, ink);
    }
    painter.restore();
}

namespace {

using Kind = MathNode::Kind;

QString describeAll(const std::vector<MathNode>& nodes)
{
    QString text;
    for (const MathNode& node : nodes)
        text += describe(node);
    return text;
}

} // namespace

QString describe(const MathNode& node)
{
    const auto child = [&](size_t i) { return u'{' + describe(node.children[i]) + u'}'; };
    switch (node.kind) {
    case Kind::Row:
        return describeAll(node.children);
    case Kind::Fraction:
        return (node.hasRule ? u"frac"_qs : u"stack"_qs) + child(0) + child(1);
    case Kind::Root:
        return u"root"_qs + child(0) + child(1);
    case Kind::Scripts:
        return describe(node.children[0]) + u'_' + child(1) + u'^' + child(2);
    case Kind::Fenced:
        return u"fence["_qs + node.open + child(0) + node.close + u']';
    case Kind::Grid: {
        QString text = u"grid["_qs + node.open + node.columns + node.close + u']';
        for (const MathNode& cell : node.children)
            text += u'{' + describe(cell) + u'}';
        return text;
    }
    case Kind::Accent:
        return node.text + child(0);
    case Kind::Space:
        return {};
    case Kind::Unknown:
        return u'?' + node.text + u'?';
    default:
        return node.text;
    }
}

} // namespace ui
