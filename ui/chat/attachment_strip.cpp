#include "ui/chat/attachment_strip.h"

#include "services/pictures/picture.h"
#include "ui/chat/attachment_chip.h"
#include "ui/chat/detail_button.h"
#include "ui/drops/attachments.h"
#include "ui/theme/metrics.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>

namespace ui {

using services::AttachmentLoader;
using services::Picture;
using services::TextAttachment;

AttachmentStrip::AttachmentStrip(AttachmentLoader& loader, QWidget* parent)
    : QScrollArea(parent)
    , m_loader(loader)
{
    setAccessibleName(tr("Message attachments"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    auto* row = new QWidget;
    m_layout = new QHBoxLayout(row);
    m_layout->setSizeConstraint(QLayout::SetMinAndMaxSize);
    m_layout->addStretch();
    setWidget(row);
    viewport()->setAutoFillBackground(false);
    row->setAutoFillBackground(false);
    fitHeight();
    connectLoader();
    hide();
}

void AttachmentStrip::connectLoader()
{
    connect(&m_loader, &AttachmentLoader::previewLoaded, this,
        [this](AttachmentLoader::Ticket ticket, const QImage& preview) {
            for (const Entry& entry : m_entries)
                if (entry.file.ticket == ticket)
                    entry.chip->showPreview(preview);
        });
    connect(&m_loader, &AttachmentLoader::progressed, this,
        [this](AttachmentLoader::Ticket ticket, int pages) {
            for (const Entry& entry : m_entries)
                if (entry.file.ticket == ticket)
                    entry.chip->showPages(pages);
        });
    connect(&m_loader, &AttachmentLoader::pictureLoaded, this,
        [this](AttachmentLoader::Ticket ticket, const Picture& picture) {
            if (const Entry* entry = arrived(ticket)) {
                entry->chip->setPicture(picture);
                notifyChanged(entry->draft);
            }
        });
    connect(&m_loader, &AttachmentLoader::textLoaded, this,
        [this](AttachmentLoader::Ticket ticket, const TextAttachment& text) {
            if (const Entry* entry = arrived(ticket)) {
                entry->chip->setText(text);
                notifyChanged(entry->draft);
            }
        });
    connect(&m_loader, &AttachmentLoader::failed, this,
        [this](AttachmentLoader::Ticket ticket, const QString& message) {
            if (const Entry* entry = arrived(ticket)) {
                AttachmentChip* chip = entry->chip;
                emit failed(message);
                remove(chip);
            }
        });
}

void AttachmentStrip::showDraft(const QObject* draft)
{
    m_draft = draft;
    for (const Entry& entry : m_entries)
        entry.chip->setVisible(entry.draft == draft);
    setVisible(!isEmpty());
}

// True if there is room for `more` files; reports that there is not.
bool AttachmentStrip::hasRoomFor(qsizetype more)
{
    if (count() + more <= maxAttachments)
        return true;
    emit failed(tr("You can attach up to %Ln files to a message. To describe whole folders, use "
                   "the page “Caption pictures”.",
        nullptr, maxAttachments));
    return false;
}

AttachmentLoader::Detail AttachmentStrip::detail() const
{
    return AttachmentLoader::detailAt(count());
}

void AttachmentStrip::addFiles(const QStringList& paths)
{
    hasRoomFor(paths.size());
    const QStringList added
        = paths.first(std::min<qsizetype>(paths.size(), maxAttachments - count()));
    setUpdatesEnabled(false);
    for (const QString& path : added)
        addChip(m_loader.loadFile(path, detail()), QFileInfo(path).fileName(), path);
    setUpdatesEnabled(true);
    emit filesAdded(added);
    notifyChanged();
}

void AttachmentStrip::addPicture(const Picture& picture)
{
    if (!hasRoomFor(1))
        return;
    addChip(0, picture.name)->setPicture(picture);
    notifyChanged();
}

void AttachmentStrip::addText(const TextAttachment& text)
{
    if (!hasRoomFor(1))
        return;
    addChip(0, text.name)->setText(text);
    notifyChanged();
}

// Null if there are fewer.
AttachmentChip* AttachmentStrip::pictureChip(int index) const
{
    for (AttachmentChip* chip : shownChips())
        if (chip->isPicture() && index-- == 0)
            return chip;
    return nullptr;
}

void AttachmentStrip::setPictureTokens(int index, qint64 tokens)
{
    AttachmentChip* chip = pictureChip(index);
    if (!chip || services::tokensOf(chip->picture()) == tokens)
        return;
    chip->setPicture(services::withTokens(chip->picture(), tokens));
    notifyChanged();
}

void AttachmentStrip::showDetails(int index, const DetailChoices& choices)
{
    if (AttachmentChip* chip = pictureChip(index))
        chip->detailButton()->setChoices(choices);
}

void AttachmentStrip::add(const DroppedContents& contents)
{
    if (!contents.rejection.isEmpty())
        emit failed(contents.rejection);
    if (!contents.files.isEmpty())
        return addFiles(contents.files);
    const bool hasPicture = !contents.pictureFile.isEmpty() || !contents.picture.isNull()
        || !contents.dataUrl.isEmpty();
    if (!hasPicture || !hasRoomFor(1))
        return;
    if (!contents.pictureFile.isEmpty())
        addChip(m_loader.loadBytes(contents.pictureFile, detail()), {});
    else if (!contents.picture.isNull())
        addChip(m_loader.loadImage(contents.picture, detail()), {});
    else
        addChip(m_loader.loadDataUrl(contents.dataUrl, detail()), {});
    notifyChanged();
}

AttachmentChip* AttachmentStrip::addChip(
    AttachmentLoader::Ticket ticket, const QString& name, const QString& path)
{
    const QString shown = name.isEmpty() ? tr("Pasted picture") : name;
    auto* chip = new AttachmentChip(shown, widget());
    m_layout->insertWidget(int(m_entries.size()), chip);
    chip->show();
    m_entries << Entry{m_draft, {shown, path, 0, 0, ticket}, chip};
    connectChip(chip);
    return chip;
}

void AttachmentStrip::connectChip(AttachmentChip* chip)
{
    connect(chip, &AttachmentChip::removed, this, [this, chip] { remove(chip); });
    connect(chip, &AttachmentChip::opened, this, [this, chip] { openChip(chip); });
    connect(chip, &AttachmentChip::detailChosen, this, [this, chip](qint64 tokens) {
        for (int index = 0; AttachmentChip* each = pictureChip(index); ++index)
            if (each == chip)
                setPictureTokens(index, tokens);
    });
    connect(chip, &AttachmentChip::menuRequested, this,
        [this, chip](const QPoint& position) { showChipMenu(chip, position); });
}

void AttachmentStrip::openChip(AttachmentChip* chip)
{
    int pictures = 0, texts = 0;
    for (const AttachmentChip* each : shownChips()) {
        if (each == chip)
            break;
        if (!each->isLoading())
            ++(each->isPicture() ? pictures : texts);
    }
    if (chip->isPicture())
        emit pictureOpened(this->pictures(), pictures);
    else
        emit textOpened(texts);
}

void AttachmentStrip::showChipMenu(AttachmentChip* chip, const QPoint& globalPosition)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Open"), chip, &AttachmentChip::opened);
    if (chip->isPicture())
        menu->addAction(tr("Model view"), chip, [this, chip] {
            const QList<AttachmentChip*> chips = shownChips();
            const auto before
                = std::count_if(chips.begin(), std::find(chips.begin(), chips.end(), chip),
                    [](const AttachmentChip* each) { return each->isPicture(); });
            emit whatTheModelSawRequested(pictures(), int(before));
        });
    else if (!chip->isLoading() && services::hasDrawablePages(chip->text()))
        menu->addAction(tr("Send pages as images"), chip, [this, chip] { showPages(chip); });
    menu->addAction(tr("Remove"), chip, &AttachmentChip::removed);
    menu->popup(globalPosition);
}

QList<AttachmentChip*> AttachmentStrip::draftChips(const QObject* draft) const
{
    QList<AttachmentChip*> chips;
    for (const Entry& entry : m_entries)
        if (entry.draft == draft)
            chips << entry.chip;
    return chips;
}

int AttachmentStrip::count() const
{
    return int(shownChips().size());
}

int AttachmentStrip::loadingCount() const
{
    const QList<AttachmentChip*> chips = shownChips();
    return int(std::count_if(
        chips.begin(), chips.end(), [](const AttachmentChip* chip) { return chip->isLoading(); }));
}

QList<Picture> AttachmentStrip::pictures() const
{
    return pictures(m_draft);
}

QList<TextAttachment> AttachmentStrip::texts() const
{
    return texts(m_draft);
}

QList<Picture> AttachmentStrip::pictures(const QObject* draft) const
{
    QList<Picture> pictures;
    for (const AttachmentChip* chip : draftChips(draft))
        if (chip->isPicture())
            pictures << chip->picture();
    return pictures;
}

QList<TextAttachment> AttachmentStrip::texts(const QObject* draft) const
{
    QList<TextAttachment> texts;
    for (const AttachmentChip* chip : draftChips(draft))
        if (!chip->isLoading() && !chip->isPicture())
            texts << chip->text();
    return texts;
}

void AttachmentStrip::clear()
{
    for (qsizetype index = m_entries.size() - 1; index >= 0; --index)
        if (m_entries[index].draft == m_draft) {
            m_loader.cancel(m_entries[index].file.ticket);
            removeAt(index);
        }
    notifyChanged();
}

bool AttachmentStrip::holdsPictures() const
{
    const QStringList names = services::pictureNamePatterns();
    return std::any_of(m_entries.cbegin(), m_entries.cend(), [&](const Entry& entry) {
        return entry.draft == m_draft
            && (entry.chip->isPicture()
                || (entry.chip->isLoading() && QDir::match(names, entry.file.name)));
    });
}

services::Draft AttachmentStrip::take()
{
    services::Draft files;
    for (qsizetype index = 0; index < m_entries.size();) {
        if (m_entries[index].draft != m_draft) {
            ++index;
            continue;
        }
        const AttachmentChip* chip = m_entries[index].chip;
        if (chip->isLoading()) {
            services::AwaitedFile& file = files.awaited.emplace_back(m_entries[index].file);
            file.pictures = int(files.pictures.size());
            file.texts = int(files.attachments.size());
        }
        if (chip->isPicture())
            files.pictures << chip->picture();
        else if (!chip->isLoading())
            files.attachments << chip->text();
        removeAt(index);
    }
    notifyChanged();
    return files;
}

void AttachmentStrip::removeText(int index)
{
    for (AttachmentChip* chip : shownChips())
        if (!chip->isLoading() && !chip->isPicture() && index-- == 0)
            return remove(chip);
}

void AttachmentStrip::showPages(int index)
{
    for (AttachmentChip* chip : shownChips())
        if (!chip->isLoading() && !chip->isPicture() && index-- == 0)
            return showPages(chip);
}

void AttachmentStrip::showPages(AttachmentChip* chip)
{
    const TextAttachment document = chip->text();
    if (!services::hasDrawablePages(document))
        return;
    const int pages = int(document.document->pages.size());
    const int shown = std::min({pages, maxPages, maxAttachments - count() + 1});
    remove(chip);
    setUpdatesEnabled(false);
    for (int page = 1; page <= shown; ++page)
        addChip(m_loader.loadPage(document.path, page, detail()),
            AttachmentLoader::pageName(document.path, page));
    setUpdatesEnabled(true);
    if (shown < pages)
        emit failed(
            tr("Only the first %Ln pages of “%1” are sent.", nullptr, shown).arg(document.name));
    notifyChanged();
}

// What waits for this; null if it was removed meanwhile.
AttachmentStrip::Entry* AttachmentStrip::arrived(AttachmentLoader::Ticket ticket)
{
    for (Entry& entry : m_entries)
        if (entry.file.ticket == ticket) {
            entry.file.ticket = 0;
            return &entry;
        }
    return nullptr;
}

void AttachmentStrip::remove(AttachmentChip* chip)
{
    for (qsizetype index = 0; index < m_entries.size(); ++index)
        if (m_entries[index].chip == chip) {
            const QObject* draft = m_entries[index].draft;
            m_loader.cancel(m_entries[index].file.ticket);
            removeAt(index);
            return notifyChanged(draft);
        }
}

void AttachmentStrip::removeAt(qsizetype index)
{
    const Entry entry = m_entries.takeAt(index);
    m_layout->removeWidget(entry.chip);
    entry.chip->hide();
    entry.chip->deleteLater();
}

// A wheel turns up and down; here only sideways makes sense.
void AttachmentStrip::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    const int max = std::abs(turned.x()) > std::abs(turned.y()) ? turned.x() : turned.y();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - max);
    event->accept();
}

void AttachmentStrip::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        fitHeight();
}

void AttachmentStrip::fitHeight()
{
    const Metrics metric = metrics(this);
    m_layout->setContentsMargins(metric.small, metric.tight, metric.small, 0);
    m_layout->setSpacing(metric.small);
    setFixedHeight(
        AttachmentChip::side + metric.tight + horizontalScrollBar()->sizeHint().height());
}

// A draft that is put aside may lose or get something too.
void AttachmentStrip::notifyChanged(const QObject* draft)
{
    if (draft == m_draft)
        notifyChanged();
    else
        emit hiddenChanged(draft);
}

void AttachmentStrip::notifyChanged()
{
    setVisible(!isEmpty());
    emit changed();
}

} // namespace ui
