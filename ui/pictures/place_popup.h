#pragma once

#include <QFrame>
#include <QImage>
#include <QRect>
#include <QRectF>
#include <QString>
#include <QTimer>

class QLabel;

namespace ui {

class TextLabel;

/// Shows the place in an image where a fact of an answer stands: the part of the image around it at full
/// resolution, with the place outlined. Never takes the focus. Stays while the pointer is on it.
class PlacePopup : public QFrame {
    Q_OBJECT

public:
    explicit PlacePopup(QWidget* owner);

    /// `place` in parts of the image's width and height; `fact` is where the fact is on the screen.
    void showPlace(const QImage& image, const QRectF& place, const QString& description,
        const QRect& fact);

    /// Hides it, unless the pointer comes onto it soon.
    void hideSoon();

signals:
    void clicked();

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    QPixmap cutOut(const QImage& image, const QRectF& place) const;

    QLabel* m_part; // of the image
    TextLabel* m_description;
    QTimer m_hide;
};

} // namespace ui
