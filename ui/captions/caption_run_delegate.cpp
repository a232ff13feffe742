#include "ui/captions/caption_run_delegate.h"

#include "services/captions/caption_library.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace ui {

void CaptionRunDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colours& colour = colours(option.palette);
    const Metrics space = metrics(option.widget);
    const bool isSelected = option.state & QStyle::State_Selected;
    painter->save();
    painter->setLayoutDirection(Qt::LayoutDirectionAuto); // names run in their own direction
    painter->fillRect(option.rect, isSelected ? colour.hover : colour.raised);
    const QRect cell = option.rect.adjusted(space.medium, 0, -space.medium, 0);
    const QString progress = index.data(services::CaptionLibrary::ProgressRole).toString();
    const int width = option.fontMetrics.horizontalAdvance(progress);
    const auto place = [&](int left, int right) {
        return QStyle::visualRect(option.direction, cell, cell.adjusted(left, 0, -right, 0));
    };
    const auto leading = QStyle::visualAlignment(option.direction, Qt::AlignLeft);
    painter->setPen(colour.mutedText);
    painter->drawText(place(cell.width() - width, 0), Qt::AlignCenter, progress);
    const QRect name = place(0, width + space.medium);
    painter->setPen(colour.text);
    painter->drawText(name, int(leading | Qt::AlignVCenter),
        option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, name.width()));
    painter->restore();
}

QSize CaptionRunDelegate::sizeHint(
    const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QString progress = index.data(services::CaptionLibrary::ProgressRole).toString();
    const Metrics space = metrics(option.widget);
    const int width = option.fontMetrics.horizontalAdvance(index.data().toString() + progress);
    return {std::min(width + 3 * space.medium + space.wide, 420), space.control};
}

} // namespace ui
