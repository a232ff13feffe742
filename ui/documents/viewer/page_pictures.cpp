#include "ui/documents/viewer/page_pictures.h"

#include "services/background.h"

#include <utility>

namespace ui {

namespace {

constexpr qint64 mostBytes = 96 << 20; // of the pictures that are kept
constexpr qsizetype mostKept = 6;

} // namespace

PagePictures::PagePictures(
    const QString& path, const services::ReaderProcess& drawer, QObject* parent)
    : QObject(parent)
    , m_path(path)
    , m_drawer(drawer)
{
}

const services::PagePicture* PagePictures::find(int page, int width) const
{
    const services::PagePicture* found = nullptr;
    for (const Kept& kept : m_kept) {
        if (kept.page == page)
            found = &kept.picture;
        if (kept.page == page && kept.width == width)
            break;
    }
    return found;
}

void PagePictures::want(int page, int width)
{
    for (const Kept& kept : std::as_const(m_kept))
        if (kept.page == page && kept.width == width) {
            m_next.reset();
            return;
        }
    if (m_isMaking)
        m_next = {page, width};
    else
        make({page, width});
}

void PagePictures::make(Wish wish)
{
    m_isMaking = true;
    services::runInBackground<services::PagePicture>(
        this,
        [path = m_path, drawer = m_drawer, wish] {
            return services::pagePictureOf(path, wish.page, wish.width, drawer);
        },
        [this, wish](services::Outcome<services::PagePicture> outcome) {
            m_isMaking = false;
            const bool isMade = outcome.value.has_value();
            if (isMade)
                keep(wish, std::move(*outcome.value));
            const auto next = std::exchange(m_next, {});
            if (next && *next != wish)
                want(next->page, next->width);
            if (isMade)
                emit arrived(wish.page);
            else
                emit failed(wish.page, outcome.error);
        });
}

void PagePictures::keep(Wish wish, services::PagePicture picture)
{
    m_kept.append({wish.page, wish.width, std::move(picture)});
    qint64 bytes = 0;
    for (const Kept& kept : std::as_const(m_kept))
        bytes += kept.picture.image.sizeInBytes();
    while (m_kept.size() > 1 && (bytes > mostBytes || m_kept.size() > mostKept))
        bytes -= m_kept.takeFirst().picture.image.sizeInBytes();
}

} // namespace ui
