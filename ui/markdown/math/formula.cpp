#include "ui/markdown/math/formula.h"

#include "ui/markdown/math/math_layout.h"

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

} // namespace ui
