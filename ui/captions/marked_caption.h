#pragma once

#include "services/documents/answers/picture_checks.h"

#include <QList>
#include <QRect>
#include <QString>
#include <QTextLayout>

class QPainter;

namespace ui {

struct Colors;

/// A caption as its cell in the table shows it: on a few lines, with a line below each fact that was
/// compared with the image, a dotted one where the image doesn't have it.
class MarkedCaption {
public:
    /// Lays the caption out in a cell; what doesn't fit on so many lines is cut.
    MarkedCaption(const QString& caption, const QList<services::PictureFact>& facts, const QFont& font,
        const QRect& cell, int lines, const Colors& color);

    void draw(QPainter& painter) const;

    /// The index of the fact at a position, in the coordinates of the cell; −1: none.
    int factAt(const QPoint& position) const;

private:
    QString cut(const QString& caption, int lines);
    void layOut(const QString& text);

    const QList<services::PictureFact> m_facts;
    const QRect m_cell;
    QTextLayout m_layout;
    QPointF m_top;
};

} // namespace ui
