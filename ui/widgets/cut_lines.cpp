#include "ui/widgets/cut_lines.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStyle>
#include <QTextLayout>

#include <algorithm>

namespace ui {

namespace {

// One more than are shown, where there are so many.
QList<QTextLine> linesOf(QTextLayout& layout, int width, int most)
{
    QTextOption option;
    option.setTextDirection(Qt::LayoutDirectionAuto);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    QList<QTextLine> lines;
    for (QTextLine line = layout.createLine(); line.isValid() && lines.size() <= most;
         line = layout.createLine()) {
        line.setLineWidth(width);
        lines << line;
    }
    layout.endLayout();
    return lines;
}

} // namespace

void drawCutLines(QPainter& painter, const QRect& place, const QString& text, int most,
    Qt::LayoutDirection direction, Qt::Alignment vertical)
{
    const QFontMetrics metrics(painter.font());
    QTextLayout layout(text, painter.font());
    const QList<QTextLine> lines = linesOf(layout, place.width(), most);
    const qsizetype shown = std::min<qsizetype>(lines.size(), most);
    const int spare = place.height() - int(shown) * metrics.lineSpacing();
    int y = place.top() + (vertical & Qt::AlignTop ? 0 : spare / 2);
    for (qsizetype i = 0; i < shown; ++i, y += metrics.lineSpacing()) {
        const QRect line(place.left(), y, place.width(), metrics.lineSpacing());
        const bool isCut = i == most - 1 && lines.size() > most;
        const QString words = isCut
            ? metrics.elidedText(text.mid(lines[i].textStart()), Qt::ElideRight, place.width())
            : text.mid(lines[i].textStart(), lines[i].textLength());
        painter.drawText(line,
            int(QStyle::visualAlignment(direction, Qt::AlignLeft | Qt::AlignVCenter)
                | Qt::TextSingleLine),
            words);
    }
}

} // namespace ui
