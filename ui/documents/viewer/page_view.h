#pragma once

#include <QImage>
#include <QList>
#include <QRectF>
#include <QScrollArea>
#include <QTimer>
#include <QWidget>

namespace ui {

/// A page, or an image, with rectangles marked on it as by a marker pen. It is as large as its
/// owner makes it, and stretches what it shows to that.
class PageCanvas : public QWidget {
    Q_OBJECT

public:
    explicit PageCanvas(QWidget* parent = nullptr);

    void setPicture(const QImage& picture); ///< null: an empty page
    const QImage& picture() const { return m_picture; }

    /// Sets the size of the page in points, in which rectangles are given too.
    void setPoints(const QSizeF& points);

    /// Marks rectangles; those from index `strong` on stand out.
    void setMarks(const QList<QRectF>& marks, qsizetype strong);
    const QList<QRectF>& marks() const { return m_marks; }

    /// What a rectangle of the page covers, in pixels of the widget.
    QRectF toWidget(const QRectF& rect) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QImage m_picture;
    QSizeF m_points{1, 1};
    QList<QRectF> m_marks;
    qsizetype m_strong = 0;
    bool m_showsFocus = false;
};

/// Shows one page, or an image, as wide as there is room or at a zoom of the user's, with marks on
/// it. Arrow keys scroll it.
class PageView : public QScrollArea {
    Q_OBJECT

public:
    explicit PageView(QWidget* parent = nullptr);

    /// Begins to show a page of this size, in points, at its upper edge.
    void setPage(const QSizeF& points, const QImage& picture);
    void setPicture(const QImage& picture); ///< of the same page, in another size

    /// See PageCanvas::setMarks(). `shown` is scrolled to, unless it is in sight or empty.
    void setMarks(const QList<QRectF>& marks, qsizetype strong, const QRectF& shown);

    PageCanvas* canvas() const { return m_canvas; }

    int percent() const; ///< 100: a point is 1/72 of an inch of a screen of 96 dots an inch
    bool isFitted() const { return m_zoom == 0; }
    void fit(); ///< as wide as there is room
    void zoomBy(int steps);

    /// The best width of a page's image, in pixels of the screen.
    int wantedWidth() const;

signals:
    void zoomChanged();
    void widthWanted(int width); ///< a while after it has changed

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    double scale() const; // pixels of the widget for a point
    void layOut();
    void showPlace(const QRectF& rect);

    PageCanvas* m_canvas;
    QSizeF m_points{595, 842};
    double m_zoom = 0; // 0: fitted
    QRectF m_shown; // to be scrolled to once the size is known
    QTimer m_settle;
};

} // namespace ui
