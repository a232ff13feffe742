#include "ui/widgets/badge.h"

#include "services/text.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace ui {

Badge::Badge(QWidget* parent)
    : TextLabel(TextRole::Small, {}, parent)
{
    const Metrics distance = metrics(this);
    setWordWrap(false);
    setContentsMargins(distance.small, 2, distance.small, 2);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    hide();
}

void Badge::setBadge(const QString& text, const QString& explanation, bool isGood)
{
    m_isGood = isGood;
    setRole(isGood ? TextRole::Small : TextRole::Error);
    setText(text);
    setToolTip(services::plainToolTip(explanation));
    setAccessibleDescription(explanation);
    setVisible(!text.isEmpty());
    update();
}

void Badge::paintEvent(QPaintEvent* event)
{
    const Colors& scheme = colors(palette());
    paintSurface(*this, m_isGood ? scheme.hover : scheme.errorSurface, height() / 2);
    TextLabel::paintEvent(event);
}

} // namespace ui
