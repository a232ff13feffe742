#pragma once

#include "ui/markdown/block_layout.h"

namespace ui {

/// A part of a table. The columns share the available width, but none becomes narrower than its
/// longest word, up to a limit; a table that is wider than its space must be scrolled.
class TableLayout : public BlockLayout {
public:
    TableLayout(const MarkdownBlock& table, const MarkdownStyle& style, double width);

    double height() const override { return m_height; }
    double contentWidth() const override { return m_width; }
    void draw(
        QPainter& painter, QPointF origin, const Marks& marks, const QRectF& clip) const override;
    int positionAt(QPointF point) const override;
    QRectF characterRect(int position) const override;
    QString linkAt(QPointF point) const override;
    QString latexAt(QPointF point) const override;

private:
    struct Cell {
        std::unique_ptr<TextFlow> flow;
        QRectF rect; // of the text
        int begin = 0, end = 0; // positions of its text
    };

    std::vector<double> columnWidths(
        const MarkdownBlock& table, const MarkdownStyle& style, double width) const;
    const Cell* cellAt(QPointF point) const; // null outside all text
    const Cell* nearestCell(QPointF point) const;

    std::vector<Cell> m_cells; // row by row
    std::vector<double> m_rules; // y of the lines between rows
    size_t m_columns;
    double m_width = 0, m_height = 0;
    bool m_hasHeadings;
    QColor m_border, m_headingRule;
};

} // namespace ui
