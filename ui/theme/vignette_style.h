#pragma once

#include "ui/theme/metrics.h"

#include <QProxyStyle>

class QStyleOptionMenuItem;

namespace ui {

/// The name of a property: if it is true, a push button is the one that the page is about, and has
/// the accent color. A page has one at most.
inline constexpr char primaryButton[] = "isPrimary";

/// The part of the look that a style passes to the widgets.
struct StyleOptions {
    Density density = Density::Comfortable;
    int codePoints = 0; ///< 0: the size of text
    bool reducedMotion = false;

    bool operator==(const StyleOptions&) const = default;
};

/// Qt's Fusion style with thin scroll bars without buttons, rounded fields, buttons of one height and
/// menus, and a discreet mark for selected items. (A style sheet could do it, too, but keeps
/// widgets from receiving palette changes.)
class VignetteStyle : public QProxyStyle {
    Q_OBJECT

public:
    VignetteStyle();

    const StyleOptions& options() const { return m_options; }
    void setOptions(const StyleOptions& options);

    /// Must be called after a change of the look: every widget gets a QEvent::StyleChange soon
    /// afterwards.
    void notifyWidgets();

    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
        QStyleHintReturn* result) const override;
    QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
        const QWidget* widget) const override; ///< none for messages, whose texts say enough
    int pixelMetric(
        PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
        const QWidget* widget) const override;
    QRect subElementRect(
        SubElement element, const QStyleOption* option, const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
        const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
        QPainter* painter, const QWidget* widget) const override;

private:
    void drawChoice(
        const QStyleOptionComboBox& box, QPainter& painter, const QWidget* widget) const;
    void drawMenuItem(
        const QStyleOptionMenuItem& entry, QPainter& painter, const QWidget* widget) const;

    StyleOptions m_options;
    bool m_willNotify = false;
};

} // namespace ui
