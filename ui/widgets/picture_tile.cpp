#include "ui/widgets/picture_tile.h"

#include "services/text.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace ui {

namespace {

constexpr int radius = 12; // pixels

} // namespace

PictureTile::PictureTile(int side, Fit fit, const QString& name, QWidget* parent)
    : QAbstractButton(parent)
    , m_side(side)
    , m_fit(fit)
{
    setAccessibleName(name);
    setToolTip(services::plainToolTip(name));
    setFixedSize(sizeHint());
}

void PictureTile::setPicture(const QImage& picture)
{
    m_picture = picture;
    setFixedSize(sizeHint());
    update();
}

QSize PictureTile::sizeHint() const
{
    const QSize square(m_side, m_side);
    if (m_fit == Fit::Square || m_picture.isNull())
        return square;
    return m_picture.size().scaled(square, Qt::KeepAspectRatio).expandedTo({32, 32});
}

void PictureTile::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    QPainterPath shape;
    shape.addRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.fillPath(shape, color.hover);
    if (!m_picture.isNull()) {
        const auto mode
            = m_fit == Fit::Square ? Qt::KeepAspectRatioByExpanding : Qt::KeepAspectRatio;
        QRect place(QPoint(), m_picture.size().scaled(size(), mode));
        place.moveCenter(rect().center());
        painter.setClipPath(shape);
        painter.drawImage(place, m_picture);
        painter.setClipping(false);
    }
    painter.setPen(hasFocus() ? QPen(color.accent, 2) : QPen(color.border, 1));
    painter.drawPath(shape);
}

} // namespace ui
