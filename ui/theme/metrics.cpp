#include "ui/theme/metrics.h"

#include "ui/theme/vignette_style.h"

#include <QPainter>
#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace ui {

namespace {

constexpr double codeShare = 0.92; // of the text's size: fonts for code look larger than they are
constexpr double smallShare = 0.9;

// What the user has chosen; as it is by default where another style was set, as in some tests.
StyleOptions styleOptions(const QWidget* widget)
{
    const auto* style = qobject_cast<const VignetteStyle*>(widget->style());
    return style ? style->options() : StyleOptions{};
}

} // namespace

Metrics metrics(const QWidget* widget)
{
    return makeMetrics(styleOptions(widget).density, widget->fontMetrics());
}

Metrics makeMetrics(Density density, const QFontMetrics& text)
{
    const int line = text.height();
    if (density == Density::Compact)
        return {2, 4, 8, 12, 16, std::max(28, line + 8), std::max(16, line)};
    return {4, 8, 12, 16, 24, std::max(36, line + 16), std::max(20, line + 2)};
}

QFont smallFont(const QFont& font)
{
    QFont small = font;
    small.setPointSizeF(font.pointSizeF() * smallShare);
    return small;
}

QFont codeFont(const QWidget* widget)
{
    QFont font = widget->font();
    font.setFamilies({QStringLiteral("Noto Sans Mono"), QStringLiteral("monospace"),
        QStringLiteral("Noto Color Emoji")});
    font.setFixedPitch(true);
    const int chosen = styleOptions(widget).codePoints;
    font.setPointSizeF(chosen > 0 ? chosen : widget->font().pointSizeF() * codeShare);
    return font;
}

void paintSurface(QWidget& widget, const QColor& color, int radius)
{
    QPainter painter(&widget);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(widget.rect(), radius, radius);
}

} // namespace ui
