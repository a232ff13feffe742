#pragma once

#include "services/pictures/picture.h"

#include <QFlags>
#include <QPoint>
#include <QRect>
#include <QSize>
#include <QSizeF>

namespace ui {

/// The selected words of the text in an image: from the one where the selection began to the one
/// where it ends now, in the order of reading.
class WordSelection {
public:
    enum class Step { Left, Right, Up, Down, LineStart, LineEnd, First, Last };
    enum class Reach { One, Extended }; ///< a new selection of one word, or more of this one

    static constexpr qsizetype none = -1;

    /// `picture` is the size of the image in pixels. Nothing is selected then.
    void setText(const services::PictureText& text, QSizeF picture);
    const services::PictureText& text() const { return m_text; }

    bool isEmpty() const { return m_cursor == none; }
    void clear() { m_anchor = m_cursor = none; }
    void selectAll();
    void select(qsizetype word, Reach reach);
    void move(Step step, Reach reach); ///< from nothing: to the first word

    /// The first and the last word that are selected; `none` if there are none.
    qsizetype first() const { return qMin(m_anchor, m_cursor); }
    qsizetype last() const { return qMax(m_anchor, m_cursor); }
    qsizetype cursor() const { return m_cursor; } ///< the word where it ends now
    QString selectedText() const;

    /// The word at a point of the image, in pixels; `none` if there is none.
    qsizetype wordAt(QPointF point) const;
    qsizetype nearestTo(QPointF point) const; ///< likewise, but far from all words, too

    /// What to mark, in pixels: the words from first to last, those of a line as one.
    QList<QRectF> marks(qsizetype first, qsizetype last) const;

    /// The offset of a word in text().text(), in characters; and the word at an offset.
    qsizetype textOffset(qsizetype word) const { return m_offsets.value(word); }
    qsizetype wordAtOffset(qsizetype offset) const;

private:
    QRectF wordRect(qsizetype word) const;
    qsizetype lineStart(qsizetype word) const;
    qsizetype lineEnd(qsizetype word) const;
    qsizetype nearestIn(qsizetype first, qsizetype last, double x) const;
    qsizetype after(Step step) const;

    services::PictureText m_text;
    QList<qsizetype> m_offsets; // of each word
    QSizeF m_picture;
    qsizetype m_anchor = none, m_cursor = none;
};

/// The step to a side that an arrow key makes; null for any other key.
QPoint arrowDirection(int key);

/// A marked rectangle of an image, in pixels of the image. It always is inside the image and is
/// never empty.
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

    /// Marks the middle of the image, half as wide and half as high.
    explicit Region(QSize picture);

    const QRect& rect() const { return m_rect; }

    void setCorners(QPoint one, QPoint other);
    void moveBy(QPoint distance);
    void growBy(QPoint distance); ///< moves its right and its lower edge
    /// Moves the edges in `parts`, or the whole rectangle.
    void dragBy(Parts parts, QPoint distance);

    /// What is at a point; an edge counts within `reach` pixels.
    Parts partsAt(QPoint point, int reach) const;

private:
    QSize m_picture;
    QRect m_rect;
};

Q_DECLARE_OPERATORS_FOR_FLAGS(Region::Parts)

} // namespace ui
