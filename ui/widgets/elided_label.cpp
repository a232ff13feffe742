#include "ui/widgets/elided_label.h"

#include "services/plain_tool_tip.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace ui {

ElidedLabel::ElidedLabel(TextRole role, const QString& text, QWidget* parent)
    : TextLabel(role, text, parent)
{
    setWordWrap(false);
}

QSize ElidedLabel::minimumSizeHint() const
{
    const int aFewWords = fontMetrics().averageCharWidth() * 8;
    return {std::min(aFewWords, sizeHint().width()), sizeHint().height()};
}

bool ElidedLabel::isCut() const
{
    return fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return TextLabel::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(
        help->globalPos(), isCut() ? services::plainToolTip(text()) : QString(), this);
    return true;
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.setLayoutDirection(Qt::LayoutDirectionAuto); // the text's own
    painter.drawText(contentsRect(), int(alignment() | Qt::AlignVCenter) | Qt::TextSingleLine,
        fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
}

} // namespace ui
