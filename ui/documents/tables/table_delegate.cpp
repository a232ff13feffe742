#include "ui/documents/tables/table_delegate.h"

#include "ui/documents/tables/table_model.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace ui {

namespace {

constexpr int radius = 6; // pixels

QColor inkOf(const QModelIndex& index, const Colours& colour)
{
    if (index.data(TableModel::ErrorRole).toBool())
        return colour.error;
    return index.data(TableModel::SourceRole).toBool() ? colour.accent : colour.text;
}

} // namespace

void TableDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colours& colour = colours(option.palette);
    const int margin = metrics(option.widget).small;
    const bool isSelected = option.state & QStyle::State_Selected;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setLayoutDirection(Qt::LayoutDirectionAuto); // values run in their own direction
    painter->fillRect(option.rect, isSelected ? colour.hover : colour.window);
    painter->fillRect(
        QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), colour.border);
    const QRect text = option.rect.adjusted(margin, 0, -margin, -1);
    painter->setFont(option.font);
    painter->setPen(inkOf(index, colour));
    painter->drawText(text,
        int(QStyle::visualAlignment(option.direction, Qt::AlignLeft | Qt::AlignVCenter)
            | Qt::TextSingleLine),
        option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, text.width()));
    if (option.state & QStyle::State_HasFocus) {
        painter->setPen(QPen(colour.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(2, 2, -2, -3), radius, radius);
    }
    painter->restore();
}

} // namespace ui
