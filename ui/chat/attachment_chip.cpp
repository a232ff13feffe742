#include "ui/chat/attachment_chip.h"

#include "ui/chat/attachment_text_tile.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/picture_tile.h"

#include <QContextMenuEvent>

#include <utility>

namespace ui {

namespace {

constexpr int overhang = 8; // pixels that the button stands out of the tile
constexpr int buttonSide = 24;

} // namespace

AttachmentChip::AttachmentChip(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_name(name)
    , m_pictureTile(new PictureTile(side - overhang, PictureTile::Fit::Square, name, this))
    , m_tile(nullptr)
    , m_remove(new IconButton(
          QStringLiteral("close"), tr("Remove %1").arg(name), IconButton::Look::Filled, this))
{
    m_remove->setFixedSize(buttonSide, buttonSide);
    connect(m_remove, &IconButton::clicked, this, &AttachmentChip::removed);
    setTile(m_pictureTile);
}

void AttachmentChip::setTile(QAbstractButton* tile)
{
    m_tile = tile;
    setFixedSize(tile->width() + overhang, side);
    tile->show();
    setTabOrder(tile, m_remove);
    connect(tile, &QAbstractButton::clicked, this, [this] {
        if (!m_isLoading)
            emit opened();
    });
    m_remove->raise();
    place();
    updateGeometry();
}

void AttachmentChip::showPreview(const QImage& preview)
{
    m_pictureTile->setPicture(preview);
}

void AttachmentChip::showPages(int pages)
{
    if (!m_isLoading)
        return;
    if (!m_reading) {
        m_pictureTile->hide();
        m_reading = new AttachmentTextTile(m_name, side - overhang, this);
        setTile(m_reading);
    }
    m_reading->showPages(pages);
}

void AttachmentChip::setPicture(const services::Picture& picture)
{
    m_isLoading = false;
    m_picture = picture;
    m_pictureTile->setPicture(picture.preview);
}

void AttachmentChip::setText(const services::TextAttachment& text)
{
    m_isLoading = false;
    m_text = text;
    m_pictureTile->hide();
    if (AttachmentTextTile* reading = std::exchange(m_reading, nullptr)) {
        reading->hide();
        reading->deleteLater();
    }
    setTile(new AttachmentTextTile(text, side - overhang, this));
}

void AttachmentChip::resizeEvent(QResizeEvent*)
{
    place();
}

void AttachmentChip::place()
{
    const bool rightToLeft = layoutDirection() == Qt::RightToLeft;
    m_tile->move(rightToLeft ? overhang : 0, overhang);
    m_pictureTile->move(m_tile->pos());
    m_remove->move(rightToLeft ? 0 : width() - buttonSide, 0);
}

void AttachmentChip::contextMenuEvent(QContextMenuEvent* event)
{
    if (!m_isLoading)
        emit menuRequested(event->globalPos());
}

} // namespace ui
