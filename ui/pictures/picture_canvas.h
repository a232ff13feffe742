#pragma once

#include "ui/pictures/region.h"

#include <QImage>
#include <QList>
#include <QWidget>

#include <optional>

namespace ui {

/// Shows one picture, of any size, at any scale: the wheel zooms at the pointer, dragging moves it.
/// While a part is being marked, dragging marks it; arrows move the part, with Shift its lower
/// right corner.
class PictureCanvas : public QWidget {
    Q_OBJECT

public:
    explicit PictureCanvas(QWidget* parent = nullptr);

    /// `preview`: the same, small, to be shown until smaller versions of the picture are made in
    /// the background; may be null. Shown as a whole.
    void setPicture(const QImage& image, const QImage& preview, const QString& name);
    const QImage& picture() const { return m_image; }

    /// Rectangles to outline, in pixels of the picture, with their numbers from 1; one stands out.
    void setTiles(const QList<QRect>& tiles, int current = -1);

    /// Device pixels for one of the picture.
    double zoom() const;
    bool isFitted() const { return m_isFitted; }
    void fit(); ///< as large as there is room, at most zoom 1, also when that room changes
    void setZoom(double zoom); ///< about the middle
    void zoomBy(double factor) { setZoom(zoom() * factor); }

    /// Begins to mark a part, or goes on where one is marked; false: leaves that.
    void setMarking(bool isMarking);
    bool isMarking() const { return m_isMarking; }
    QRect region() const { return m_region.rect(); } ///< in pixels of the picture

    /// Where a place of the picture lies in the widget, and the other way.
    QPointF toWidget(QPointF place) const;
    QPointF toPicture(QPointF place) const;

    QSize sizeHint() const override { return {480, 360}; }
    QSize minimumSizeHint() const override { return {120, 80}; }

signals:
    void zoomChanged();
    void regionChanged();
    void walked(int step); ///< an arrow that had nothing to move: 1 to the next picture, −1 back
    void regionAccepted(); ///< Enter, or a double click in the part

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makeLevels();
    const QImage& levelFor(double scale) const;
    double fittingScale() const;
    void setScale(double scale, QPointF still);
    void keepInSight();
    bool pan(QPoint distance);
    void moveRegion(QPoint steps, bool grows);
    void updateCursor(QPointF place);
    void updateDescription();
    void paintTiles(QPainter& painter) const;
    void paintRegion(QPainter& painter) const;

    QImage m_image;
    QList<QImage> m_levels; // each half as wide as the one before; the first is the picture
    QImage m_preview;
    quint64 m_generation = 0; // of the picture: what was made for an earlier one is known by it
    QList<QRect> m_tiles;
    int m_currentTile = -1;
    double m_scale = 1; // of the widget's pixels to the picture's
    QPointF m_centre; // place of the picture in the middle of the widget
    bool m_isFitted = true;
    bool m_isMarking = false;
    Region m_region{QSize(1, 1)};
    Region::Parts m_held; // by the mouse
    QPointF m_pressed; // of the picture when marking, else of the widget
    bool m_isDragging = false;
    bool m_showsFocus = false;
};

} // namespace ui
