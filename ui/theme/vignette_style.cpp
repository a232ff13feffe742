#include "ui/theme/vignette_style.h"

#include "ui/theme/colors.h"
#include "ui/theme/style_parts.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QStyleOption>
#include <QTextEdit>

namespace ui {

namespace {

constexpr int animationMilliseconds = 160;
constexpr int barWidth = 12; // pixels, as below
constexpr int textFrame = 6; // between the outline of a field of several lines and its text
constexpr int itemPadding = 9; // between the edge of a list and its words
constexpr int fieldPadding = 5; // more than Fusion's
constexpr int comboPadding = 5; // more than Fusion's
constexpr int comboArrow = 14;
constexpr int menuMargin = 4; // between the edge of a menu and its entries

bool isTextField(const QWidget* widget)
{
    return qobject_cast<const QPlainTextEdit*>(widget) || qobject_cast<const QTextEdit*>(widget);
}

// What Qt opens below a combo box.
bool isComboPanel(const QWidget* widget)
{
    return widget && widget->inherits("QComboBoxPrivateContainer");
}

bool isPrimary(const QWidget* widget)
{
    return widget && widget->isEnabled() && widget->property(primaryButton).toBool();
}

bool isListItem(const QStyleOption* option)
{
    const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
    return item
        && (item->viewItemPosition == QStyleOptionViewItem::OnlyOne
            || item->viewItemPosition == QStyleOptionViewItem::Invalid);
}

} // namespace

VignetteStyle::VignetteStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

void VignetteStyle::setOptions(const StyleOptions& options)
{
    m_options = options;
    const bool moves = !options.reducedMotion;
    for (const Qt::UIEffect effect : {Qt::UI_AnimateMenu, Qt::UI_FadeMenu, Qt::UI_AnimateCombo,
             Qt::UI_AnimateTooltip, Qt::UI_FadeTooltip, Qt::UI_AnimateToolBox})
        QApplication::setEffectEnabled(effect, moves);
}

// Later, because Qt tells widgets of a new font and palette later, too, and what they keep of the
// style is to be made of those.
void VignetteStyle::notifyWidgets()
{
    if (m_willNotify)
        return;
    m_willNotify = true;
    const auto notify = [this] {
        m_willNotify = false;
        for (QWidget* widget : QApplication::allWidgets()) {
            QEvent change(QEvent::StyleChange);
            QCoreApplication::sendEvent(widget, &change);
        }
    };
    QMetaObject::invokeMethod(this, notify, Qt::QueuedConnection);
}

// The corners of a menu are transparent if the desktop blends windows.
void VignetteStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QMenu*>(widget))
        widget->setAttribute(Qt::WA_TranslucentBackground);
}

int VignetteStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
    QStyleHintReturn* result) const
{
    if (hint == SH_Widget_Animation_Duration)
        return m_options.reducedMotion ? 0 : animationMilliseconds;
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0; // no other button has one
    if (hint == SH_ItemView_ActivateItemOnSingleClick)
        return 0; // lists that act on one click do so themselves, and must not do it twice
    auto* mask = qstyleoption_cast<QStyleHintReturnMask*>(result);
    if ((hint == SH_Menu_Mask || hint == SH_ToolTip_Mask) && mask && option) {
        mask->region = parts::panelRegion(option->rect);
        return 1;
    }
    return QProxyStyle::styleHint(hint, option, widget, result);
}

QIcon VignetteStyle::standardIcon(
    StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const
{
    const bool isOfMessage = icon == SP_MessageBoxQuestion || icon == SP_MessageBoxWarning
        || icon == SP_MessageBoxInformation || icon == SP_MessageBoxCritical;
    return isOfMessage ? QIcon() : QProxyStyle::standardIcon(icon, option, widget);
}

int VignetteStyle::pixelMetric(
    PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    if (metric == PM_ScrollBarExtent)
        return barWidth;
    if (metric == PM_MenuPanelWidth)
        return menuMargin;
    if (metric == PM_DefaultFrameWidth && isComboPanel(widget))
        return menuMargin;
    if (metric == PM_DefaultFrameWidth && isTextField(widget))
        return textFrame;
    if (metric == PM_FocusFrameHMargin && qobject_cast<const QListView*>(widget))
        return itemPadding;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

QRect VignetteStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option,
    SubControl part, const QWidget* widget) const
{
    if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        bar && control == CC_ScrollBar)
        return parts::scrollBarPart(*bar, part);
    if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        box && control == CC_SpinBox)
        return parts::spinBoxPart(*box, part);
    QRect rect = QProxyStyle::subControlRect(control, option, part, widget);
    if (control == CC_ComboBox && part == SC_ComboBoxEditField)
        rect.adjust(comboPadding, 0, -comboPadding, 0);
    return rect;
}

QRect VignetteStyle::subElementRect(
    SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    const bool isField = element == SE_LineEditContents && frame && frame->lineWidth > 0;
    return isField ? rect.adjusted(fieldPadding, 0, -fieldPadding, 0) : rect;
}

QSize VignetteStyle::sizeFromContents(
    ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const
{
    const QSize needed = QProxyStyle::sizeFromContents(type, option, size, widget);
    const Metrics distance = makeMetrics(m_options.density, option->fontMetrics);
    switch (type) {
    case CT_PushButton:
        return {needed.width() + distance.large, std::max(needed.height(), distance.control)};
    case CT_ComboBox:
        return {needed.width() + 2 * comboPadding + comboArrow,
            std::max(needed.height(), distance.control)};
    case CT_SpinBox:
        return {needed.width() + distance.wide, std::max(needed.height(), distance.control)};
    case CT_LineEdit: {
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        const bool isField = frame && frame->lineWidth > 0;
        return isField ? needed.expandedTo({0, distance.control}) : needed;
    }
    case CT_ItemViewItem:
        return isListItem(option) ? needed.expandedTo({0, distance.control - distance.tight})
                                  : needed;
    default:
        return needed;
    }
}

void VignetteStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
    QPainter* painter, const QWidget* widget) const
{
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    if (element == PE_PanelLineEdit && frame && frame->lineWidth > 0)
        return parts::paintField(*painter, *option);
    if (element == PE_Frame && isTextField(widget))
        return parts::paintField(*painter, *option);
    if (element == PE_PanelMenu || element == PE_PanelTipLabel
        || (element == PE_Frame && isComboPanel(widget)))
        return parts::paintPanel(*painter, *option);
    if (element == PE_FrameMenu)
        return; // the panel has an outline
    if (element == PE_PanelButtonCommand && isPrimary(widget))
        return parts::paintPrimaryButton(*painter, *option);
    if (element == PE_PanelButtonCommand)
        return parts::paintButton(*painter, *option);
    if (element == PE_IndicatorCheckBox)
        return parts::paintCheckBox(*painter, *option);
    const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
    if (element == PE_PanelItemViewItem && item)
        return parts::paintItem(*painter, *item);
    if (element == PE_FrameFocusRect && qobject_cast<const QAbstractItemView*>(widget))
        return parts::paintItemRing(*painter, *option);
    if (element == PE_PanelItemViewRow && item && !(option->state & State_Selected))
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element == PE_PanelItemViewRow)
        return; // its items draw what is chosen
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

// A chosen item is on a quiet patch, so its text keeps its color.
void VignetteStyle::drawControl(ControlElement element, const QStyleOption* option,
    QPainter* painter, const QWidget* widget) const
{
    const auto* progress = qstyleoption_cast<const QStyleOptionProgressBar*>(option);
    if (element == CE_ProgressBar && progress)
        return parts::paintProgress(*painter, *progress);
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (element == CE_PushButtonLabel && button && isPrimary(widget)) {
        QStyleOptionButton lit = *button;
        lit.palette.setColor(QPalette::ButtonText, colors(option->palette).accentText);
        return QProxyStyle::drawControl(element, &lit, painter, widget);
    }
    const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (element == CE_ComboBoxLabel && box && !box->editable)
        return drawChoice(*box, *painter, widget);
    const auto* entry = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
    if (element == CE_MenuItem && entry)
        return drawMenuItem(*entry, *painter, widget);
    if (element == CE_MenuEmptyArea)
        return; // the panel is behind it
    const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
    if (element != CE_ItemViewItem || !item)
        return QProxyStyle::drawControl(element, option, painter, widget);
    QStyleOptionViewItem plain = *item;
    plain.palette.setColor(QPalette::HighlightedText, plain.palette.color(QPalette::Text));
    QProxyStyle::drawControl(element, &plain, painter, widget);
}

// A choice that is too long for its box ends in an ellipsis.
void VignetteStyle::drawChoice(
    const QStyleOptionComboBox& box, QPainter& painter, const QWidget* widget) const
{
    constexpr int iconGap = 4; // pixels, as Qt leaves between an icon and the text
    QStyleOptionComboBox elided = box;
    int room = subControlRect(CC_ComboBox, &box, SC_ComboBoxEditField, widget).width() - 2;
    if (!box.currentIcon.isNull())
        room -= box.iconSize.width() + iconGap;
    elided.currentText = box.fontMetrics.elidedText(box.currentText, Qt::ElideRight, room);
    QProxyStyle::drawControl(CE_ComboBoxLabel, &elided, &painter, widget);
}

void VignetteStyle::drawMenuItem(
    const QStyleOptionMenuItem& entry, QPainter& painter, const QWidget* widget) const
{
    const bool isChosen = entry.state & State_Selected && entry.state & State_Enabled;
    if (isChosen)
        parts::paintMenuPatch(painter, entry);
    QStyleOptionMenuItem plain = entry;
    plain.state.setFlag(State_Selected, false);
    plain.checkType = QStyleOptionMenuItem::NotCheckable; // its mark has the scheme's colors
    QProxyStyle::drawControl(CE_MenuItem, &plain, &painter, widget);
    if (entry.checkType != QStyleOptionMenuItem::NotCheckable)
        parts::paintMenuCheck(painter, entry);
}

void VignetteStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
    QPainter* painter, const QWidget* widget) const
{
    if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        bar && control == CC_ScrollBar)
        return parts::paintScrollBar(*painter, *bar);
    if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        box && control == CC_SpinBox)
        return parts::paintSpinBox(*painter, *box);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace ui
