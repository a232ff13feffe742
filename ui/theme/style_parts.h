#pragma once

#include <QRect>
#include <QStyle>

class QPainter;
class QRegion;
class QStyleOption;
class QStyleOptionMenuItem;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionSpinBox;
class QStyleOptionViewItem;

/// What VignetteStyle draws by itself, and where its parts are.
namespace ui::parts {

void paintField(QPainter& painter, const QStyleOption& option);
void paintButton(QPainter& painter, const QStyleOption& option);
void paintPrimaryButton(QPainter& painter, const QStyleOption& option);

/// The surface of a menu, a list that opens below its box or a tool tip: round corners, an outline.
void paintPanel(QPainter& painter, const QStyleOption& option);

/// What such a surface covers. A window is cut to it, so that its corners are not black where the
/// desktop has nothing that blends windows.
QRegion panelRegion(const QRect& panel);

/// The background of the entry of a menu that is chosen.
void paintMenuPatch(QPainter& painter, const QStyleOption& option);
void paintCheckBox(QPainter& painter, const QStyleOption& option);
void paintMenuCheck(QPainter& painter, const QStyleOptionMenuItem& option);

/// The background of an item of a list or table that is selected or under the pointer.
void paintItem(QPainter& painter, const QStyleOptionViewItem& option);
/// The ring around the item that has the focus, once the keyboard is used.
void paintItemRing(QPainter& painter, const QStyleOption& option);

QRect spinBoxPart(const QStyleOptionSpinBox& box, QStyle::SubControl part);
void paintSpinBox(QPainter& painter, const QStyleOptionSpinBox& box);

void paintProgress(QPainter& painter, const QStyleOptionProgressBar& bar);

QRect scrollBarPart(const QStyleOptionSlider& bar, QStyle::SubControl part);
void paintScrollBar(QPainter& painter, const QStyleOptionSlider& bar);

} // namespace ui::parts
