#include "ui/widgets/scroll_column.h"

#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <QTimer>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int widest = 96; // characters of average width

// Has an area show its content as a part of the page, which scrolls up and down only.
void scrollDown(QScrollArea& area, QWidget* content)
{
    area.setFrameShape(QFrame::NoFrame);
    area.setWidgetResizable(true);
    area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // not seen while there is nothing to scroll
    area.setFocusPolicy(Qt::NoFocus); // what is in it can have it
    area.viewport()->setAutoFillBackground(false);
    area.setWidget(content);
    content->setAutoFillBackground(false);
}

} // namespace

ScrollColumn::ScrollColumn(QWidget* parent)
    : QScrollArea(parent)
    , m_content(new QWidget)
    , m_column(new QVBoxLayout(m_content))
{
    auto* middle = new QWidget;
    auto* line = new QHBoxLayout(middle);
    line->setContentsMargins(0, 0, 0, 0);
    line->addStretch(1);
    line->addWidget(m_content, 1000);
    line->addStretch(1);
    scrollDown(*this, middle);
    applyMetrics();
}

void ScrollColumn::reveal(QWidget* part)
{
    QTimer::singleShot(0, part, [this, part] {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        ensureWidgetVisible(part);
    });
}

void ScrollColumn::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        applyMetrics();
}

void ScrollColumn::applyMetrics()
{
    const Metrics distance = metrics(this);
    m_content->setMaximumWidth(widest * fontMetrics().averageCharWidth() + 2 * distance.wide);
    m_column->setContentsMargins(distance.wide, distance.wide, distance.wide, distance.wide);
    m_column->setSpacing(distance.small);
}

ScrollIfLow::ScrollIfLow(QWidget* content, QWidget* parent)
    : QScrollArea(parent)
{
    scrollDown(*this, content);
}

QSize ScrollIfLow::minimumSizeHint() const
{
    const int bar = verticalScrollBar()->sizeHint().width();
    return {widget()->minimumSizeHint().width() + bar, QScrollArea::minimumSizeHint().height()};
}

bool ScrollIfLow::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

QuietHeader::QuietHeader(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
{
}

void QuietHeader::paintSection(QPainter* painter, const QRect& rect, int section) const
{
    const Colors& color = colors(palette());
    const int margin = metrics(this).small;
    painter->save();
    painter->fillRect(rect, color.window);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), color.border);
    painter->setPen(color.mutedText);
    const QString name = model()->headerData(section, Qt::Horizontal).toString();
    const QRect text = rect.adjusted(margin, 0, -margin, 0);
    painter->drawText(text,
        int(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter)),
        fontMetrics().elidedText(name, Qt::ElideRight, text.width()));
    painter->restore();
}

} // namespace ui
