#pragma once

#include "ui/theme/metrics.h"

#include <QProxyStyle>

namespace ui {

/// What of the look a style carries to the widgets. A value.
struct StyleOptions {
    Density density = Density::Comfortable;
    int codePoints = 0; ///< 0: as the text
    bool reducedMotion = false;

    bool operator==(const StyleOptions&) const = default;
};

/// Fusion with thin scroll bars that have no buttons, round fields and buttons of one height, and a
/// quiet mark for what is chosen in a list. (A style sheet would do it, too, but keeps widgets from
/// hearing of a new palette.)
class VignetteStyle : public QProxyStyle {
    Q_OBJECT

public:
    VignetteStyle();

    const StyleOptions& options() const { return m_options; }
    void setOptions(const StyleOptions& options);

    /// Something of the look has changed: every widget gets a QEvent::StyleChange, soon.
    void tellWidgets();

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
        QStyleHintReturn* result) const override;
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
    StyleOptions m_options;
    bool m_willTell = false;
};

} // namespace ui
