#pragma once

#include "ui/pictures/word_selection.h"

#include <QImage>
#include <QList>
#include <QWidget>

#include <optional>

namespace ui {

/// Shows an image of any size at any scale. The wheel zooms at the pointer, dragging moves the
/// image. While a region is being marked, dragging marks it, arrow keys move it, and with Shift
/// they move its lower right corner. If the text in the image is known, dragging over words selects
/// them; arrow keys then go from word to word, and with Shift select more.
class PictureCanvas : public QWidget {
    Q_OBJECT

public:
    explicit PictureCanvas(QWidget* parent = nullptr);

    /// Shows a whole image. `preview` is a small version of it that is shown until smaller versions
    /// have been made in the background; may be null.
    void setPicture(const QImage& image, const QImage& preview, const QString& name);
    const QImage& picture() const { return m_image; }

    /// The text that was read in the image, whose words can be selected from now on.
    void setText(const services::PictureText& text);
    const WordSelection& selection() const { return m_words; }
    bool isSelecting() const { return m_isSelecting; } ///< by the mouse, which is held
    void selectAll();
    void selectFirst(); ///< word, so that keys can select others
    void selectNothing();

    /// Outlines rectangles, in pixels of the image, with numbers from 1; the one at index `current`
    /// is highlighted.
    void setTiles(const QList<QRect>& tiles, int current = -1);

    /// Outlines a rectangle, in pixels of the image, and shows it large in the middle. Empty: none.
    void showPlace(const QRectF& place);
    const QRectF& place() const { return m_place; }

    /// How many pixels of the screen show one pixel of the image.
    double zoom() const;
    bool isFitted() const { return m_isFitted; }
    /// Shows the image as large as it fits, at most at zoom 1, and keeps doing so when the widget
    /// is resized.
    void fit();
    void setZoom(double zoom); ///< around the middle
    void zoomBy(double factor) { setZoom(zoom() * factor); }

    /// What part of the image is seen, in terms that suit images of any size.
    struct View {
        QPointF center; ///< in parts of the image's width and height
        double zoom = 1; ///< 1: as large as it fits
    };
    View view() const;
    void setView(const View& view); ///< without a signal

    /// Starts to mark a region, or to change the one that is marked; false: stops.
    void setMarking(bool isMarking);
    bool isMarking() const { return m_isMarking; }
    QRect region() const { return m_region.rect(); } ///< in pixels of the image

    /// Convert points between the image and the widget.
    QPointF toWidget(QPointF point) const;
    QPointF toPicture(QPointF point) const;

    QSize sizeHint() const override { return {480, 360}; }
    QSize minimumSizeHint() const override { return {120, 80}; }

signals:
    void zoomChanged();
    void viewChanged(); ///< by the user: another part is seen, or at another zoom
    void regionChanged();
    /// An arrow key that had nothing to move: 1 to the next image, −1 to the previous.
    void walked(int step);
    void regionAccepted(); ///< by Enter, or a double click in the region
    void selectionChanged(); ///< of words

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
    void updateCursor(QPointF point);
    void updateDescription();
    void paintTiles(QPainter& painter) const;
    void paintPlace(QPainter& painter) const;
    void paintRegion(QPainter& painter) const;
    void paintSelection(QPainter& painter) const;
    bool moveSelection(const QKeyEvent& event);
    void beginSelection(qsizetype word, Qt::KeyboardModifiers modifiers);
    void announceSelection();
    void bringIntoSight(QRectF part);

    QImage m_image;
    QList<QImage> m_levels; // each half as wide as the one before; the first is the image
    QImage m_preview;
    quint64 m_generation = 0; // of the image: results for an earlier one are known by it
    QList<QRect> m_tiles;
    int m_currentTile = -1;
    QRectF m_place; // that is outlined
    double m_scale = 1; // of the widget's pixels to the image's
    QPointF m_center; // point of the image in the middle of the widget
    bool m_isFitted = true;
    bool m_isMarking = false;
    Region m_region{QSize(1, 1)};
    Region::Parts m_held; // by the mouse
    QPointF m_pressed; // of the image when marking, else of the widget
    bool m_isDragging = false;
    WordSelection m_words;
    bool m_isSelecting = false; // by the mouse
    bool m_showsFocus = false;
};

/// Lets screen readers read the text in an image that a PictureCanvas shows, with its selection.
/// Must be called once, before the first window is made.
void installCanvasAccessibility();

} // namespace ui
