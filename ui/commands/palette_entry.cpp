#include "ui/commands/palette_entry.h"

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace ui {

namespace {

constexpr int radius = 8; // pixels

// One line at the leading edge of what is left, which gets shorter by it.
void drawText(QPainter& painter, QRect& left, const QString& text, Qt::LayoutDirection direction)
{
    const QString shown
        = painter.fontMetrics().elidedText(text, Qt::ElideRight, std::max(0, left.width()));
    const auto align = QStyle::visualAlignment(direction, Qt::AlignLeft | Qt::AlignVCenter);
    painter.drawText(left, int(align) | Qt::TextSingleLine, shown);
    const int taken = painter.fontMetrics().horizontalAdvance(shown);
    direction == Qt::LeftToRight ? left.setLeft(left.left() + taken)
                                 : left.setRight(left.right() - taken);
}

} // namespace

void PaletteDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colours& colour = colours(option.palette);
    const Metrics distance = metrics(option.widget);
    const Qt::LayoutDirection direction = option.direction;
    const auto visual
        = [&](const QRect& rect) { return QStyle::visualRect(direction, option.rect, rect); };
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(option.font);
    painter->setLayoutDirection(Qt::LayoutDirectionAuto); // names run in their own direction
    if (option.state & QStyle::State_Selected) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(colour.hover);
        painter->drawRoundedRect(option.rect, radius, radius);
        const QRect mark(option.rect.x(), option.rect.y() + option.rect.height() / 4, 3,
            option.rect.height() / 2);
        painter->setBrush(colour.accent);
        painter->drawRoundedRect(visual(mark), 1.5, 1.5);
    }

    QRect rest = option.rect.adjusted(distance.small, 0, -distance.medium, 0);
    QRect iconPlace(rest.left(), 0, distance.icon, distance.icon);
    iconPlace.moveTop(rest.center().y() - distance.icon / 2);
    icon(index.data(IconRole).toString(), colour.mutedText).paint(painter, visual(iconPlace));
    rest.setLeft(iconPlace.right() + distance.medium);

    const QString keys = index.data(KeysRole).toString();
    if (!keys.isEmpty()) {
        QRect keyPlace = rest;
        keyPlace.setLeft(rest.right() - painter->fontMetrics().horizontalAdvance(keys));
        painter->setPen(colour.mutedText);
        painter->drawText(visual(keyPlace), Qt::AlignCenter, keys);
        rest.setRight(keyPlace.left() - distance.medium);
    }
    rest = visual(rest);
    painter->setPen(colour.text);
    drawText(*painter, rest, index.data(Qt::DisplayRole).toString(), direction);
    direction == Qt::LeftToRight ? rest.setLeft(rest.left() + distance.medium)
                                 : rest.setRight(rest.right() - distance.medium);
    painter->setPen(colour.mutedText);
    drawText(*painter, rest, index.data(DetailRole).toString(), direction);
    painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {0, metrics(option.widget).control};
}

} // namespace ui
