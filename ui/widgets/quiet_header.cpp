#include "ui/widgets/quiet_header.h"

#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyle>

namespace ui {

QuietHeader::QuietHeader(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
{
}

void QuietHeader::paintSection(QPainter* painter, const QRect& place, int section) const
{
    const Colours& colour = colours(palette());
    const int margin = metrics(this).small;
    painter->save();
    painter->fillRect(place, colour.window);
    painter->fillRect(QRect(place.left(), place.bottom(), place.width(), 1), colour.border);
    painter->setPen(colour.mutedText);
    const QString name = model()->headerData(section, Qt::Horizontal).toString();
    const QRect text = place.adjusted(margin, 0, -margin, 0);
    painter->drawText(text,
        int(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter)),
        fontMetrics().elidedText(name, Qt::ElideRight, text.width()));
    painter->restore();
}

} // namespace ui
