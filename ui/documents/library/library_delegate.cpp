#include "ui/documents/library/library_delegate.h"

#include "services/documents/library/library_root.h"
#include "ui/documents/library/library_model.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace ui {

using State = services::LibraryFile::State;

namespace {

constexpr int radius = 6; // pixels

const char* iconNameOf(const QModelIndex& index, State state)
{
    if (state == State::Failed)
        return "warning";
    return index.data(LibraryModel::FolderRole).toBool() ? "folder" : "document";
}

void drawLine(QPainter& painter, const QStyleOptionViewItem& option, const QRect& place,
    const QString& text, Qt::TextElideMode elide)
{
    const QFontMetrics metrics(painter.font());
    painter.drawText(place,
        int(QStyle::visualAlignment(option.direction, Qt::AlignLeft | Qt::AlignVCenter)
            | Qt::TextSingleLine),
        metrics.elidedText(text, elide, place.width()));
}

} // namespace

QSize LibraryDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const Metrics space = metrics(option.widget);
    const int lines = QFontMetrics(option.font).lineSpacing()
        + QFontMetrics(smallFont(option.font)).lineSpacing();
    return {120, lines + 2 * space.small};
}

void LibraryDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colours& colour = colours(option.palette);
    const Metrics space = metrics(option.widget);
    const auto state = State(index.data(LibraryModel::StateRole).toInt());
    const bool isFailed = state == State::Failed;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setLayoutDirection(Qt::LayoutDirectionAuto); // names run in their own direction
    if (option.state & QStyle::State_Selected) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(colour.hover);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), radius, radius);
    }

    const QRect cell = option.rect.adjusted(space.small, space.small, -space.small, -space.small);
    const QRect symbol(
        cell.left(), cell.top() + (cell.height() - space.icon) / 2, space.icon, space.icon);
    ui::icon(QLatin1String(iconNameOf(index, state)), isFailed ? colour.error : colour.mutedText)
        .paint(painter, QStyle::visualRect(option.direction, cell, symbol));

    QFont font = option.font;
    font.setBold(index.data(LibraryModel::CollectionRole).toBool());
    const int line = QFontMetrics(font).lineSpacing();
    const QRect text = QStyle::visualRect(
        option.direction, cell, cell.adjusted(space.icon + space.medium, 0, 0, 0));
    painter->setFont(font);
    painter->setPen(colour.text);
    drawLine(*painter, option, {text.left(), text.top(), text.width(), line},
        index.data().toString(), Qt::ElideMiddle);
    painter->setFont(smallFont(option.font));
    painter->setPen(isFailed ? colour.error : colour.mutedText);
    drawLine(*painter, option, {text.left(), text.top() + line, text.width(), text.height() - line},
        index.data(LibraryModel::DetailRole).toString(), Qt::ElideRight);

    if (option.state & QStyle::State_HasFocus) {
        painter->setPen(QPen(colour.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(2, 2, -2, -2), radius, radius);
    }
    painter->restore();
}

} // namespace ui
