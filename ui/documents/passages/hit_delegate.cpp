#include "ui/documents/passages/hit_delegate.h"

#include "ui/documents/passages/hit_model.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cut_lines.h"

#include <QPainter>

namespace ui {

namespace {

constexpr int radius = 10; // pixels
constexpr int excerptLines = 3;

QFont bold(QFont font)
{
    font.setBold(true);
    return font;
}

} // namespace

QSize HitDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Metrics space = metrics(option.widget);
    const bool hasPlace = !index.data(HitModel::PlaceRole).toString().isEmpty();
    const int place = hasPlace ? QFontMetrics(smallFont(option.font)).lineSpacing() : 0;
    return {120,
        QFontMetrics(bold(option.font)).lineSpacing() + place
            + excerptLines * QFontMetrics(option.font).lineSpacing() + 2 * space.medium
            + space.tight + space.small};
}

void HitDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colours& colour = colours(option.palette);
    const Metrics space = metrics(option.widget);
    const QRect card = option.rect.adjusted(1, 1, -1, -space.small);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setLayoutDirection(Qt::LayoutDirectionAuto); // texts run in their own direction
    const bool isLit = option.state & (QStyle::State_Selected | QStyle::State_MouseOver);
    const bool hasFocus = option.state & QStyle::State_HasFocus;
    painter->setPen(hasFocus ? QPen(colour.accent, 2) : QPen(colour.border, 1));
    painter->setBrush(isLit ? colour.hover : colour.raised);
    painter->drawRoundedRect(QRectF(card).adjusted(1, 1, -1, -1), radius, radius);

    QRect line = card.adjusted(space.medium, space.medium, -space.medium, -space.medium);
    const auto leading
        = int(QStyle::visualAlignment(option.direction, Qt::AlignLeft | Qt::AlignVCenter)
            | Qt::TextSingleLine);
    const auto draw = [&](const QFont& font, const QColor& ink, const QString& text) {
        const QFontMetrics metrics(font);
        line.setHeight(metrics.lineSpacing());
        painter->setFont(font);
        painter->setPen(ink);
        painter->drawText(line, leading, metrics.elidedText(text, Qt::ElideMiddle, line.width()));
        line.moveTop(line.top() + line.height());
    };
    draw(bold(option.font), colour.text, index.data().toString());
    const QString place = index.data(HitModel::PlaceRole).toString();
    if (!place.isEmpty())
        draw(smallFont(option.font), colour.mutedText, place);

    const QRect excerpt(line.left(), line.top() + space.tight, line.width(),
        card.bottom() - space.medium - line.top() - space.tight);
    painter->setFont(option.font);
    painter->setPen(colour.text);
    drawCutLines(*painter, excerpt, index.data(HitModel::ExcerptRole).toString(), excerptLines,
        option.direction, Qt::AlignTop);
    painter->restore();
}

} // namespace ui
