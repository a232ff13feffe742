#include "ui/models/model_rows.h"

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QPainter>

namespace ui {

namespace {

constexpr int radius = 6; // pixels

} // namespace

QSize ModelRows::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const Metrics distance = metrics(option.widget);
    const int height = QFontMetrics(option.font).height()
        + QFontMetrics(smallFont(option.font)).height() + 2 * distance.small;
    return {0, height};
}

void ModelRows::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Metrics distance = metrics(option.widget);
    const Colours& scheme = colours(option.palette);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setLayoutDirection(Qt::LayoutDirectionAuto); // texts run in their own direction
    if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(scheme.hover);
        painter->drawRoundedRect(option.rect, radius, radius);
    }
    const auto place = [&](int left, int top, int width, int height) {
        return QStyle::visualRect(option.direction, option.rect,
            QRect(option.rect.left() + left, option.rect.top() + top, width, height));
    };
    const int side = distance.icon;
    if (index.data(ChosenRole).toBool())
        icon(QStringLiteral("check"), scheme.accent)
            .paint(painter, place(distance.small, (option.rect.height() - side) / 2, side, side));
    const int left = 2 * distance.small + side;
    const int width = option.rect.width() - left - distance.small;
    const QFontMetrics name(option.font);
    painter->setFont(option.font);
    painter->setPen(scheme.text);
    const auto alignment = QStyle::visualAlignment(option.direction, Qt::AlignLeft)
        | Qt::AlignVCenter | Qt::AlignAbsolute;
    painter->drawText(place(left, distance.small, width, name.height()), int(alignment),
        name.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle, width));
    const QFont small = smallFont(option.font);
    const QFontMetrics detail(small);
    painter->setFont(small);
    painter->setPen(scheme.mutedText);
    painter->drawText(place(left, distance.small + name.height(), width, detail.height()),
        int(alignment),
        detail.elidedText(index.data(DetailRole).toString(), Qt::ElideRight, width));
    painter->restore();
}

} // namespace ui
