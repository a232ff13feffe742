#include "ui/chat/attachment_chip.h"

#include "services/text.h"
#include "ui/chat/detail_button.h"
#include "ui/theme/colors.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/picture_tile.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QPainter>
#include <QStyle>

#include <utility>

namespace ui {

namespace {

constexpr int tileWidth = 200; // pixels, as below
constexpr int radius = 12;
constexpr int iconSide = 16;
constexpr qsizetype beginning = 120; // characters

QString excerpt(const services::TextAttachment& text)
{
    constexpr size_t bytes = 4 * beginning;
    return text.document
        ? QString::fromUtf8(QByteArray::fromStdString(text.document->text.substr(0, bytes)))
              .left(beginning)
              .simplified()
        : text.text.left(beginning).simplified();
}

QString pagesText(int pages)
{
    return QCoreApplication::translate("ui::AttachmentTextTile", "%Ln pages", nullptr, pages);
}

} // namespace

QString lengthText(qsizetype characters)
{
    return QCoreApplication::translate(
        "ui::AttachmentTextTile", "%Ln characters", nullptr, int(characters));
}

QString lengthText(const services::TextAttachment& text)
{
    if (!text.document)
        return lengthText(text.text.size());
    if (text.document->isPaged)
        return pagesText(int(text.document->pages.size()));
    return lengthText(qsizetype(text.document->text.size()));
}

AttachmentTextTile::AttachmentTextTile(
    const services::TextAttachment& text, int height, QWidget* parent)
    : QAbstractButton(parent)
    , m_name(text.name)
    , m_beginning(excerpt(text))
    , m_size(lengthText(text))
{
    setFixedSize(tileWidth, height);
    describe();
    setAccessibleDescription(tr("Shows the text"));
    setToolTip(services::plainToolTip(tr("%1 – click to read").arg(m_name)));
}

AttachmentTextTile::AttachmentTextTile(const QString& name, int height, QWidget* parent)
    : QAbstractButton(parent)
    , m_name(name)
    , m_beginning(tr("Reading…"))
{
    setFixedSize(tileWidth, height);
    describe();
    setToolTip(services::plainToolTip(name));
}

void AttachmentTextTile::showPages(int pages)
{
    m_size = pagesText(pages);
    describe();
    update();
}

void AttachmentTextTile::describe()
{
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(
        m_size.isEmpty() ? m_name : tr("%1, %2", "name of a text, its length").arg(m_name, m_size));
}

void AttachmentTextTile::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    const Metrics metric = metrics(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(color.accent, 2) : QPen(color.border, 1));
    painter.setBrush(underMouse() ? color.hover : color.bubble);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);

    const QRect inside
        = rect().adjusted(metric.medium, metric.small, -metric.medium, -metric.small);
    const int line = fontMetrics().height();
    const auto drawLine = [&](const QRect& area, const QString& text) {
        painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeading,
            fontMetrics().elidedText(text, Qt::ElideRight, area.width()));
    };
    const auto mirrored
        = [this](const QRect& area) { return QStyle::visualRect(layoutDirection(), rect(), area); };
    const QRect iconPlace(inside.left(), inside.top() + (line - iconSide) / 2, iconSide, iconSide);
    ui::icon(QStringLiteral("document"), color.mutedText).paint(&painter, mirrored(iconPlace));
    painter.setPen(color.text);
    const int indent = iconSide + metric.tight;
    drawLine(mirrored(QRect(inside.left() + indent, inside.top(), inside.width() - indent, line)),
        m_name);
    painter.setPen(color.mutedText);
    const int below = inside.height() - line;
    drawLine(QRect(inside.left(), inside.top() + line, inside.width(), below / 2), m_beginning);
    drawLine(
        QRect(inside.left(), inside.top() + line + below / 2, inside.width(), below / 2), m_size);
}

namespace {

constexpr int overhang = 8; // pixels that the button stands out of the tile
constexpr int buttonSide = 24;

} // namespace

AttachmentChip::AttachmentChip(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_name(name)
    , m_pictureTile(new PictureTile(side - overhang, PictureTile::Fit::Square, name, this))
    , m_tile(nullptr)
    , m_detail(new DetailButton(name, this))
    , m_remove(new IconButton(
          QStringLiteral("close"), tr("Remove %1").arg(name), IconButton::Look::Filled, this))
{
    m_detail->hide();
    connect(m_detail, &DetailButton::chosen, this, &AttachmentChip::detailChosen);
    m_remove->setFixedSize(buttonSide, buttonSide);
    connect(m_remove, &IconButton::clicked, this, &AttachmentChip::removed);
    setTile(m_pictureTile);
}

void AttachmentChip::setTile(QAbstractButton* tile)
{
    m_tile = tile;
    setFixedSize(tile->width() + overhang, side);
    tile->show();
    setTabOrder(tile, m_detail);
    setTabOrder(m_detail, m_remove);
    connect(tile, &QAbstractButton::clicked, this, [this] {
        if (!m_isLoading)
            emit opened();
    });
    m_detail->raise();
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
    m_detail->setCurrent(services::tokensOf(picture));
    m_detail->show();
    place();
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
    m_detail->move(m_tile->x() + (m_tile->width() - m_detail->width()) / 2,
        m_tile->y() + m_tile->height() - m_detail->height() - 4);
    m_remove->move(rightToLeft ? 0 : width() - buttonSide, 0);
}

void AttachmentChip::contextMenuEvent(QContextMenuEvent* event)
{
    if (!m_isLoading)
        emit menuRequested(event->globalPos());
}

} // namespace ui
