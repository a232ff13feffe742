#include "ui/markdown/markdown_style.h"

#include <QFontInfo>
#include <QWidget>

namespace ui {

double MarkdownStyle::em() const
{
    return QFontInfo(font).pixelSize();
}

MarkdownStyle markdownStyleOf(const QWidget& widget)
{
    MarkdownStyle style;
    style.font = widget.font();
    style.codeFont = widget.font();
    style.codeFont.setFamilies({QStringLiteral("Noto Sans Mono"), QStringLiteral("monospace"),
        QStringLiteral("Noto Color Emoji")});
    style.codeFont.setPointSizeF(widget.font().pointSizeF() * 0.92);
    style.scheme = schemeOf(widget.palette());
    return style;
}

} // namespace ui
