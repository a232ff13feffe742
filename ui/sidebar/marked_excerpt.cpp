#include "ui/sidebar/marked_excerpt.h"

#include "ui/theme/colours.h"

#include <QPainter>
#include <QStyle>
#include <QTextLayout>

namespace ui {

namespace {

// An excerpt without its marks, and the ranges that stood between them.
struct MarkedText {
    explicit MarkedText(const QString& excerpt)
    {
        for (const QChar letter : excerpt) {
            if (letter == QChar(2))
                ranges.append({int(text.size()), 0, {}});
            else if (letter != QChar(3))
                text += letter;
            else if (!ranges.isEmpty())
                ranges.last().length = int(text.size()) - ranges.last().start;
        }
    }

    QString text;
    QList<QTextLayout::FormatRange> ranges;
};

} // namespace

void drawExcerpt(QPainter& painter, const QRect& place, const QString& excerpt,
    Qt::LayoutDirection direction, const Colours& colours)
{
    MarkedText marked(excerpt);
    for (QTextLayout::FormatRange& range : marked.ranges) {
        range.format.setForeground(colours.text);
        range.format.setFontWeight(QFont::DemiBold);
    }
    QTextLayout layout(marked.text, painter.font());
    layout.setFormats(marked.ranges);
    QTextOption option(QStyle::visualAlignment(direction, Qt::AlignLeft));
    option.setTextDirection(Qt::LayoutDirectionAuto); // the message's own
    layout.setTextOption(option);
    layout.beginLayout();
    qreal y = 0;
    for (int line = 0; line < excerptLines; ++line) {
        QTextLine textLine = layout.createLine();
        if (!textLine.isValid())
            break;
        textLine.setLineWidth(place.width());
        textLine.setPosition({0, y});
        y += textLine.height();
    }
    layout.endLayout();
    painter.setPen(colours.mutedText);
    layout.draw(&painter, place.topLeft());
}

} // namespace ui
