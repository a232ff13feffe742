#include "ui/sidebar/conversation_delegate.h"

#include "services/conversations/conversation_list.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace ui {

namespace {

constexpr int rowPadding = 18; // pixels, as below
constexpr int dotSide = 8;

} // namespace

void ConversationDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colours& colour = colours(option.palette);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(option.state & QStyle::State_HasFocus ? QPen(colour.accent, 2) : Qt::NoPen);
    if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver))
        painter->setBrush(colour.hover);
    painter->drawRoundedRect(QRectF(option.rect).adjusted(2, 2, -2, -2), 8, 8);

    QRect place = option.rect.adjusted(14, 0, -14, 0);
    if (index.data(services::ConversationList::WritingRole).toBool()) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(colour.accent);
        painter->drawEllipse(
            QRectF(place.right() - dotSide, place.center().y() - dotSide / 2.0, dotSide, dotSide));
        place.setRight(place.right() - 2 * dotSide);
    }
    painter->setPen(colour.text);
    painter->setFont(option.font);
    const QString title = option.fontMetrics.elidedText(
        index.data(Qt::DisplayRole).toString(), Qt::ElideRight, place.width());
    painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter, title);
    painter->restore();
}

QSize ConversationDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {120, option.fontMetrics.height() + rowPadding};
}

} // namespace ui
