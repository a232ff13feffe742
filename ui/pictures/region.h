#pragma once

#include <QFlags>
#include <QPoint>
#include <QRect>
#include <QSize>

namespace ui {

/// A marked rectangle of a picture, in pixels of the picture. It always lies inside the picture and
/// is never empty.
class Region {
public:
    enum Part {
        Outside = 0,
        LeftEdge = 1,
        RightEdge = 2,
        TopEdge = 4,
        BottomEdge = 8,
        Inside = 16,
    };
    Q_DECLARE_FLAGS(Parts, Part)

    /// Marks the middle of the picture, half as wide and half as high.
    explicit Region(QSize picture);

    const QRect& rect() const { return m_rect; }

    void setCorners(QPoint one, QPoint other);
    void moveBy(QPoint distance);
    void growBy(QPoint distance); ///< moves its right and its lower edge
    /// Moves the edges in `parts`, or the whole rectangle.
    void dragBy(Parts parts, QPoint distance);

    /// What is at a point; an edge counts within `reach` pixels.
    Parts partsAt(QPoint place, int reach) const;

private:
    QSize m_picture;
    QRect m_rect;
};

Q_DECLARE_OPERATORS_FOR_FLAGS(Region::Parts)

} // namespace ui
