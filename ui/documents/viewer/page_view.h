#pragma once

#include <QImage>
#include <QList>
#include <QRectF>
#include <QScrollArea>
#include <QTimer>

namespace ui {

class PageCanvas;

/// Shows one page, or a picture, as wide as there is room or at a zoom of the user's, with marks on it.
/// Arrow keys scroll it.
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

    /// In pixels of the screen: as wide as a picture of the page should be.
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
    void showPlace(const QRectF& place);

    PageCanvas* m_canvas;
    QSizeF m_points{595, 842};
    double m_zoom = 0; // 0: fitted
    QRectF m_shown; // to be scrolled to once the size is known
    QTimer m_settle;
};

} // namespace ui
