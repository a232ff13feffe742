#pragma once

#include <QAbstractButton>
#include <QImage>

namespace ui {

/// An image with rounded corners that can be clicked. As long as it has no image, it shows that one
/// is being loaded.
class PictureTile : public QAbstractButton {
    Q_OBJECT

public:
    enum class Fit { Whole, Square }; ///< the image in its own shape, or cut to a square

    /// It is at most `side` pixels wide and high.
    PictureTile(int side, Fit fit, const QString& name, QWidget* parent = nullptr);

    void setPicture(const QImage& picture);
    bool hasPicture() const { return !m_picture.isNull(); }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_side;
    Fit m_fit;
    QImage m_picture;
};

} // namespace ui
