#include "ui/models/popup.h"

#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScreen>
#include <QStyleOption>

#include <algorithm>

namespace ui {

Popup::Popup(QWidget* opener)
    : QFrame(opener, Qt::Popup | Qt::FramelessWindowHint | Qt::NoDropShadowWindowHint)
    , m_opener(opener)
{
    setAttribute(Qt::WA_TranslucentBackground);
}

void Popup::open()
{
    adjustSize();
    const int gap = metrics(this).tight;
    const QRect free = m_opener->screen()->availableGeometry();
    const bool isRightToLeft = layoutDirection() == Qt::RightToLeft;
    QPoint place = m_opener->mapToGlobal(
        QPoint(isRightToLeft ? m_opener->width() - width() : 0, m_opener->height() + gap));
    place.setX(std::clamp(place.x(), free.left(), std::max(free.left(), free.right() - width())));
    place.setY(std::clamp(place.y(), free.top(), std::max(free.top(), free.bottom() - height())));
    move(place);
    show();
}

void Popup::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    style()->drawPrimitive(QStyle::PE_PanelMenu, &option, &painter, this);
}

// Cut as a menu is, see QMenu::resizeEvent().
void Popup::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    QStyleHintReturnMask mask;
    QStyleOption option;
    option.initFrom(this);
    if (style()->styleHint(QStyle::SH_Menu_Mask, &option, this, &mask))
        setMask(mask.region);
}

void Popup::hideEvent(QHideEvent* event)
{
    QFrame::hideEvent(event);
    m_opener->setFocus(Qt::PopupFocusReason);
}

void Popup::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QFrame::keyPressEvent(event);
}

} // namespace ui
