#pragma once

#include <QFlags>
#include <QPoint>
#include <QRect>
#include <QSize>

namespace ui {

/// A rectangle that is marked in a picture, in the picture's pixels. It never leaves the picture
/// and is never empty. A value.
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

    /// The middle of the picture, half as wide and high.
    explicit Region(QSize picture);

    const QRect& rect() const { return m_rect; }

    void setCorners(QPoint one, QPoint other);
    void moveBy(QPoint distance);
    void growBy(QPoint distance); ///< at the right and at the bottom
    /// Moves what was taken hold of: edges, or the whole rectangle.
    void dragBy(Parts parts, QPoint distance);

    /// What lies under a place, edges within `reach` pixels.
    Parts partsAt(QPoint place, int reach) const;

private:
    QSize m_picture;
    QRect m_rect;
};

Q_DECLARE_OPERATORS_FOR_FLAGS(Region::Parts)

} // namespace ui
