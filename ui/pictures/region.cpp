#include "ui/pictures/region.h"

#include <algorithm>
#include <cstdlib>

namespace ui {

Region::Region(QSize picture)
    : m_picture(picture)
    , m_rect(picture.width() / 4, picture.height() / 4, std::max(1, picture.width() / 2),
          std::max(1, picture.height() / 2))
{
}

void Region::setCorners(QPoint one, QPoint other)
{
    const QRect picture(QPoint(), m_picture);
    const auto inPicture = [&](QPoint point) {
        return QPoint(qBound(picture.left(), point.x(), picture.right()),
            qBound(picture.top(), point.y(), picture.bottom()));
    };
    const QPoint from = inPicture(one), to = inPicture(other);
    m_rect = QRect(QPoint(std::min(from.x(), to.x()), std::min(from.y(), to.y())),
        QPoint(std::max(from.x(), to.x()), std::max(from.y(), to.y())));
}

void Region::moveBy(QPoint distance)
{
    const QPoint place = m_rect.topLeft() + distance;
    m_rect.moveTo(qBound(0, place.x(), m_picture.width() - m_rect.width()),
        qBound(0, place.y(), m_picture.height() - m_rect.height()));
}

void Region::growBy(QPoint distance)
{
    dragBy(RightEdge | BottomEdge, distance);
}

void Region::dragBy(Parts parts, QPoint distance)
{
    if (parts & Inside)
        return moveBy(distance);
    int left = m_rect.left(), right = m_rect.right();
    int top = m_rect.top(), bottom = m_rect.bottom();
    if (parts & LeftEdge)
        left = qBound(0, left + distance.x(), right);
    if (parts & RightEdge)
        right = qBound(left, right + distance.x(), m_picture.width() - 1);
    if (parts & TopEdge)
        top = qBound(0, top + distance.y(), bottom);
    if (parts & BottomEdge)
        bottom = qBound(top, bottom + distance.y(), m_picture.height() - 1);
    m_rect = QRect(QPoint(left, top), QPoint(right, bottom));
}

Region::Parts Region::partsAt(QPoint place, int reach) const
{
    if (!m_rect.adjusted(-reach, -reach, reach, reach).contains(place))
        return Outside;
    Parts parts;
    const int toLeft = std::abs(place.x() - m_rect.left());
    const int toRight = std::abs(place.x() - m_rect.right());
    const int toTop = std::abs(place.y() - m_rect.top());
    const int toBottom = std::abs(place.y() - m_rect.bottom());
    if (std::min(toLeft, toRight) <= reach)
        parts |= toLeft < toRight ? LeftEdge : RightEdge;
    if (std::min(toTop, toBottom) <= reach)
        parts |= toTop < toBottom ? TopEdge : BottomEdge;
    return parts ? parts : Parts(Inside);
}

} // namespace ui
