#pragma once

#include "services/system/screen_capture.h"
#include "ui/pictures/word_selection.h"

#include <QPoint>
#include <QWidget>

namespace ui {

class Announcer;

/// Covers a screen with an image of it, so that the user can choose a part: dragging marks a
/// rectangle, a click takes the window below the pointer. Arrow keys mark a rectangle and move it,
/// with Shift they resize it, Tab goes from window to window, Enter takes what is marked or the
/// whole screen, and Escape cancels.
class AreaOverlay : public QWidget {
    Q_OBJECT

public:
    /// If `area` is a window, the uppermost one is marked at first. Covers its screen when it is
    /// shown.
    AreaOverlay(const services::ScreenImage& screen, services::CaptureArea area);

    bool isMarking() const { return m_isMarking; }
    QRect region() const; ///< what Enter takes, in pixels of the image

signals:
    void chosen(const QImage& part);
    void cancelled();

protected:
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool next) override; ///< goes from window to window
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    double scale() const; // of the image's pixels to the widget's
    QPoint toImage(QPointF point) const;
    const QRect* windowAt(QPoint point) const;
    void mark(const QRect& rect);
    void accept();
    void describe();
    void paintHint(QPainter& painter) const;

    services::ScreenImage m_screen;
    Region m_region;
    bool m_isMarking = false; // something is marked
    bool m_isDragging = false;
    QPoint m_pressed; // in pixels of the image
    qsizetype m_window = -1; // that was marked by Tab; −1: none
    Announcer* m_announcer;
};

} // namespace ui
