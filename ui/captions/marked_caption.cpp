#include "ui/captions/marked_caption.h"

#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace ui {

MarkedCaption::MarkedCaption(const QString& caption, const QList<services::PictureFact>& facts,
    const QFont& font, const QRect& cell, int lines, const Colors& color)
    : m_facts(facts)
    , m_cell(cell)
{
    m_layout.setFont(font);
    QTextOption option;
    option.setTextDirection(Qt::LayoutDirectionAuto);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_layout.setTextOption(option);
    const QString text = cut(QString(caption).replace(u'\n', QChar::LineSeparator), lines);
    QList<QTextLayout::FormatRange> formats;
    for (const services::PictureFact& fact : facts) {
        const qsizetype end = std::min(fact.end, text.size());
        if (fact.begin >= end)
            break;
        QTextLayout::FormatRange range{int(fact.begin), int(end - fact.begin), {}};
        range.format.setUnderlineStyle(
            fact.isSupported ? QTextCharFormat::SingleUnderline : QTextCharFormat::DotLine);
        if (fact.isSupported)
            range.format.setUnderlineColor(color.mutedText); // also seen in selected rows
        else
            range.format.setForeground(color.mutedText);
        formats << range;
    }
    m_layout.setFormats(formats);
    layOut(text);
    const double height = m_layout.lineCount() == 0
        ? 0
        : m_layout.lineAt(m_layout.lineCount() - 1).rect().bottom();
    m_top = QPointF(cell.left(), cell.top() + std::max(0.0, (cell.height() - height) / 2));
}

void MarkedCaption::layOut(const QString& text)
{
    m_layout.setText(text);
    m_layout.beginLayout();
    double y = 0;
    for (QTextLine line = m_layout.createLine(); line.isValid(); line = m_layout.createLine()) {
        line.setLineWidth(m_cell.width());
        line.setPosition({0, y});
        y += line.height();
    }
    m_layout.endLayout();
}

QString MarkedCaption::cut(const QString& caption, int lines)
{
    constexpr qsizetype mostShown = 2000; // characters: more aren't on a few lines
    const QString text = caption.left(mostShown);
    layOut(text);
    if (m_layout.lineCount() <= lines)
        return text;
    const int last = m_layout.lineAt(lines - 1).textStart();
    return text.left(last)
        + QFontMetrics(m_layout.font())
              .elidedText(text.mid(last).replace(QChar::LineSeparator, u' '), Qt::ElideRight,
                  m_cell.width());
}

void MarkedCaption::draw(QPainter& painter) const
{
    m_layout.draw(&painter, m_top);
}

int MarkedCaption::factAt(const QPoint& position) const
{
    const QPointF inside = position - m_top;
    for (int index = 0; index < m_layout.lineCount(); ++index) {
        const QTextLine line = m_layout.lineAt(index);
        if (!line.naturalTextRect().contains(inside))
            continue;
        const int cursor = line.xToCursor(inside.x(), QTextLine::CursorOnCharacter);
        for (int fact = 0; fact < m_facts.size(); ++fact)
            if (cursor >= m_facts[fact].begin && cursor < m_facts[fact].end)
                return fact;
    }
    return -1;
}

} // namespace ui
