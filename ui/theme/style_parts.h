#pragma once

#include <QRect>
#include <QStyle>

class QPainter;
class QStyleOption;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionSpinBox;
class QStyleOptionViewItem;

/// What VignetteStyle draws by itself, and where its parts are.
namespace ui::parts {

void paintField(QPainter& painter, const QStyleOption& option);
void paintButton(QPainter& painter, const QStyleOption& option);

/// The background of an item of a list or table that is selected or under the pointer.
void paintItem(QPainter& painter, const QStyleOptionViewItem& option);

QRect spinBoxPart(const QStyleOptionSpinBox& box, QStyle::SubControl part);
void paintSpinBox(QPainter& painter, const QStyleOptionSpinBox& box);

void paintProgress(QPainter& painter, const QStyleOptionProgressBar& bar);

QRect scrollBarPart(const QStyleOptionSlider& bar, QStyle::SubControl part);
void paintScrollBar(QPainter& painter, const QStyleOptionSlider& bar);

} // namespace ui::parts
