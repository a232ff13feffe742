#pragma once

#include <QProxyStyle>

namespace ui {

/// Fusion with thin scroll bars that have no buttons, and round fields and buttons. (A style sheet
/// would do it, too, but keeps widgets from hearing of a new palette.)
class VignetteStyle : public QProxyStyle {
    Q_OBJECT

public:
    VignetteStyle();

    int pixelMetric(
        PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
        const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
        const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
        QPainter* painter, const QWidget* widget) const override;
};

} // namespace ui
