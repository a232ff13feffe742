#pragma once

#include <QImage>
#include <QRect>
#include <QRectF>
#include <QString>
#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace ui {

class TextLabel;

/// Shows the place in an image where a fact of an answer stands: the part of the image around it at full
/// resolution, with the place outlined. Never takes the focus. Stays while the pointer is on it.
class PlacePopup : public QWidget {
    Q_OBJECT

public:
    explicit PlacePopup(QWidget* owner);

    /// `place` in parts of the image's width and height; `fact` is where the fact is on the screen.
    void showPlace(const QImage& image, const QRectF& place, const QString& description,
        const QRect& fact);

    /// How far it is that the model reads the place again.
    enum class Check { Impossible, Possible, Running, Agrees, Differs };
    /// `result` says what came of it, or why nothing did; it may be empty.
    void showCheck(Check check, const QString& result = {});
    QString result() const; ///< that is shown

    /// Hides it, unless the pointer comes onto it soon.
    void hideSoon();

signals:
    void clicked();
    void checkToggled(); ///< the user wants the place to be read again, or that to end

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    QPixmap cutOut(const QImage& image, const QRectF& place) const;

    QLabel* m_part; // of the image
    TextLabel* m_description;
    TextLabel* m_result; // of the check
    QPushButton* m_check;
    QTimer m_hide;
};

} // namespace ui
