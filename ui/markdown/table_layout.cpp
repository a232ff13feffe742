#include "ui/markdown/table_layout.h"

#include "ui/markdown/markdown_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ui {

namespace {

constexpr double besideText = 12; // pixels, as below
constexpr double aboveText = 6;
constexpr double maxMinimum = 220; // that a long word can claim for its column
constexpr double maxNatural = 420;

Qt::Alignment toQtAlignment(ColumnAlignment alignment)
{
    switch (alignment) {
    case ColumnAlignment::Trailing:
        return Qt::AlignRight;
    case ColumnAlignment::Center:
        return Qt::AlignHCenter;
    default:
        return {};
    }
}

} // namespace

TableLayout::TableLayout(const MarkdownBlock& table, const MarkdownStyle& style, double width)
    : m_columns(table.columns.size())
    , m_hasHeadings(!table.continues)
    , m_border(colors(style.scheme).border)
    , m_headingRule(colors(style.scheme).control)
{
    const std::vector<double> widths = columnWidths(table, style, width);
    int position = 0;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        double x = 0, tallest = 0;
        for (size_t column = 0; column < m_columns; ++column) {
            TextFlow::Options options;
            options.width = widths[column];
            options.alignment = toQtAlignment(table.columns[column].alignment);
            options.isStrong = m_hasHeadings && row == 0;
            const InlineText& text = table.rows[row][column];
            Cell cell;
            cell.flow = std::make_unique<TextFlow>(text, style, options);
            cell.rect = QRectF(x, m_height + aboveText, widths[column], cell.flow->height());
            cell.begin = position;
            for (const InlineRun& run : text)
                position += run.is(InlineRun::Formula) ? 1 : int(run.text.size());
            cell.end = position++;
            tallest = std::max(tallest, cell.flow->height());
            x += widths[column] + 2 * besideText;
            m_cells.push_back(std::move(cell));
        }
        m_height += tallest + 2 * aboveText;
        m_rules.push_back(m_height);
        m_width = std::max(0.0, x - 2 * besideText);
    }
    m_height = std::ceil(m_height);
}

// The room beyond the least widths is shared by how much more each column would like.
std::vector<double> TableLayout::columnWidths(
    const MarkdownBlock& table, const MarkdownStyle& style, double width) const
{
    QFont strong = style.font;
    strong.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(strong);
    const double room = width - 2 * besideText * double(m_columns - 1);
    std::vector<double> min(m_columns), wanted(m_columns);
    for (size_t i = 0; i < m_columns; ++i) {
        const TableColumn& column = table.columns[i];
        const double natural = metrics.horizontalAdvance(column.widest.left(400)) * 1.04 + 2;
        min[i] = std::clamp(metrics.horizontalAdvance(column.longestWord.left(100)) + 2,
            2 * style.em(), maxMinimum);
        wanted[i] = std::max(min[i], m_columns > 1 ? std::min(natural, maxNatural * 2) : natural);
    }
    const double minSum = std::accumulate(min.begin(), min.end(), 0.0);
    const double wantedSum = std::accumulate(wanted.begin(), wanted.end(), 0.0);
    if (wantedSum <= room)
        return wanted;
    const double share = room > minSum ? (room - minSum) / std::max(1.0, wantedSum - minSum) : 0;
    for (size_t i = 0; i < m_columns; ++i)
        min[i] += (wanted[i] - min[i]) * share;
    return min;
}

void TableLayout::draw(
    QPainter& painter, QPointF origin, const Marks& marks, const QRectF& clip) const
{
    for (const Cell& cell : m_cells) {
        const QRectF rect = cell.rect.translated(origin);
        if (clip.isValid() && !rect.adjusted(-besideText, 0, besideText, 0).intersects(clip))
            continue;
        Marks inside;
        for (QTextLayout::FormatRange mark : marks) {
            const int begin = std::max(mark.start, cell.begin);
            const int end = std::min(mark.start + mark.length, cell.end);
            mark.start = begin - cell.begin;
            mark.length = end - begin;
            if (mark.length > 0)
                inside << mark;
        }
        cell.flow->draw(painter, rect.topLeft(), inside, clip);
    }
    for (size_t row = 0; row < m_rules.size(); ++row) {
        const bool isHeading = m_hasHeadings && row == 0;
        painter.fillRect(QRectF(origin.x(), origin.y() + std::round(m_rules[row]) - 1, m_width, 1),
            isHeading ? m_headingRule : m_border);
    }
}

const TableLayout::Cell* TableLayout::nearestCell(QPointF point) const
{
    const Cell* nearest = nullptr;
    for (const Cell& cell : m_cells) {
        if (nearest && cell.rect.top() - aboveText > point.y())
            break;
        const bool startsRow = nearest && cell.rect.left() <= nearest->rect.left();
        if (!nearest || startsRow || cell.rect.left() - besideText <= point.x())
            nearest = &cell;
    }
    return nearest;
}

const TableLayout::Cell* TableLayout::cellAt(QPointF point) const
{
    const Cell* cell = nearestCell(point);
    return cell && cell->rect.contains(point) ? cell : nullptr;
}

int TableLayout::positionAt(QPointF point) const
{
    const Cell* cell = nearestCell(point);
    return cell ? cell->begin + cell->flow->positionAt(point - cell->rect.topLeft()) : 0;
}

QRectF TableLayout::characterRect(int position) const
{
    const auto cell = std::find_if(m_cells.begin(), m_cells.end(),
        [position](const Cell& each) { return position <= each.end; });
    if (cell == m_cells.end())
        return {};
    return cell->flow->characterRect(position - cell->begin).translated(cell->rect.topLeft());
}

QString TableLayout::linkAt(QPointF point) const
{
    const Cell* cell = cellAt(point);
    return cell ? cell->flow->linkAt(point - cell->rect.topLeft()) : QString();
}

QString TableLayout::latexAt(QPointF point) const
{
    const Cell* cell = cellAt(point);
    return cell ? cell->flow->latexAt(point - cell->rect.topLeft()) : QString();
}

} // namespace ui
