#include "ui/chat/attachment_strip.h"

#include "ui/widgets/icon_button.h"
#include "ui/widgets/picture_tile.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QMimeData>
#include <QScrollBar>
#include <QUrl>
#include <QWheelEvent>

#include <algorithm>

namespace ui {

namespace {

constexpr int tileSide = 72; // pixels, as below
constexpr int chipSide = tileSide + 8; // with the button at its corner

} // namespace

AttachmentStrip::AttachmentStrip(QWidget* parent)
    : QScrollArea(parent)
{
    setAccessibleName(tr("Pictures to send"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    auto* row = new QWidget;
    m_layout = new QHBoxLayout(row);
    m_layout->setContentsMargins(8, 4, 8, 0);
    m_layout->setSpacing(8);
    m_layout->addStretch();
    setWidget(row);
    viewport()->setAutoFillBackground(false);
    row->setAutoFillBackground(false);
    setFixedHeight(chipSide + 4 + horizontalScrollBar()->sizeHint().height());
    connect(&m_loader, &services::ImageLoader::loaded, this, &AttachmentStrip::onLoaded);
    connect(&m_loader, &services::ImageLoader::failed, this, &AttachmentStrip::onFailed);
    hide();
}

void AttachmentStrip::showDraft(const QObject* draft)
{
    m_draft = draft;
    for (const Chip& chip : m_chips)
        chip.widget->setVisible(chip.draft == draft);
    tellChanged();
}

void AttachmentStrip::addFile(const QString& path)
{
    addChip(m_loader.loadFile(path), QFileInfo(path).fileName());
}

void AttachmentStrip::addPicture(const services::Picture& picture)
{
    addChip(0, picture.name);
    showIn(m_chips.size() - 1, picture);
}

void AttachmentStrip::addFrom(const QMimeData* data)
{
    bool anyFile = false;
    for (const QUrl& url : data->urls()) {
        if (url.isLocalFile()) {
            addFile(url.toLocalFile());
            anyFile = true;
        }
    }
    if (anyFile)
        return;
    for (const char* type : {"image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp"}) {
        const QByteArray bytes = data->data(QLatin1String(type));
        if (!bytes.isEmpty()) {
            addChip(m_loader.loadBytes(bytes, {}), {});
            return;
        }
    }
    const auto image = data->imageData().value<QImage>();
    if (!image.isNull())
        addChip(m_loader.loadImage(image, {}), {});
}

void AttachmentStrip::addChip(services::ImageLoader::Ticket ticket, const QString& name)
{
    Chip chip;
    chip.draft = m_draft;
    chip.ticket = ticket;
    chip.widget = makeWidget(name.isEmpty() ? tr("Pasted picture") : name);
    m_layout->insertWidget(int(m_chips.size()), chip.widget);
    chip.widget->show();
    m_chips << chip;
    tellChanged();
}

QWidget* AttachmentStrip::makeWidget(const QString& name)
{
    auto* widget = new QWidget;
    widget->setFixedSize(chipSide, chipSide);
    auto* tile = new PictureTile(tileSide, PictureTile::Fit::Square, name, widget);
    tile->setFocusPolicy(Qt::NoFocus);
    tile->move(0, 8);
    auto* remove = new IconButton(
        QStringLiteral("close"), tr("Remove %1").arg(name), IconButton::Look::Filled, widget);
    remove->setFixedSize(24, 24);
    remove->move(chipSide - 24, 0);
    connect(remove, &IconButton::clicked, this, [this, widget] {
        for (qsizetype place = 0; place < m_chips.size(); ++place)
            if (m_chips[place].widget == widget)
                return removeAt(place);
    });
    return widget;
}

bool AttachmentStrip::isEmpty() const
{
    return std::none_of(
        m_chips.begin(), m_chips.end(), [this](const Chip& chip) { return chip.draft == m_draft; });
}

bool AttachmentStrip::isLoading() const
{
    return std::any_of(m_chips.begin(), m_chips.end(),
        [this](const Chip& chip) { return chip.draft == m_draft && chip.ticket != 0; });
}

QList<services::Picture> AttachmentStrip::pictures() const
{
    QList<services::Picture> pictures;
    for (const Chip& chip : m_chips)
        if (chip.draft == m_draft && chip.ticket == 0)
            pictures << chip.picture;
    return pictures;
}

void AttachmentStrip::clear()
{
    for (qsizetype place = m_chips.size() - 1; place >= 0; --place)
        if (m_chips[place].draft == m_draft)
            m_chips.takeAt(place).widget->deleteLater();
    tellChanged();
}

qsizetype AttachmentStrip::placeOf(services::ImageLoader::Ticket ticket) const
{
    for (qsizetype place = 0; place < m_chips.size(); ++place)
        if (m_chips[place].ticket == ticket && ticket != 0)
            return place;
    return -1;
}

void AttachmentStrip::onLoaded(
    services::ImageLoader::Ticket ticket, const services::Picture& picture)
{
    const qsizetype place = placeOf(ticket);
    if (place < 0)
        return; // it was removed meanwhile
    showIn(place, picture);
}

void AttachmentStrip::showIn(qsizetype place, const services::Picture& picture)
{
    m_chips[place].ticket = 0;
    m_chips[place].picture = picture;
    m_chips[place].widget->findChild<PictureTile*>()->setPicture(picture.preview);
    tellChanged();
}

void AttachmentStrip::onFailed(services::ImageLoader::Ticket ticket, const QString& sentence)
{
    const qsizetype place = placeOf(ticket);
    if (place < 0)
        return;
    emit failed(sentence);
    removeAt(place);
}

void AttachmentStrip::removeAt(qsizetype place)
{
    m_chips.takeAt(place).widget->deleteLater();
    tellChanged();
}

// A wheel turns up and down; here only sideways makes sense.
void AttachmentStrip::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    const int most = std::abs(turned.x()) > std::abs(turned.y()) ? turned.x() : turned.y();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - most);
    event->accept();
}

void AttachmentStrip::tellChanged()
{
    setVisible(!isEmpty());
    emit changed();
}

} // namespace ui
