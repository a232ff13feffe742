#include "ui/captions/caption_thumbnails.h"

#include "services/background.h"
#include "services/pictures/picture.h"

namespace ui {

namespace {

constexpr qsizetype atOnce = 2;
constexpr qsizetype mostWanted = 48; // more than are ever in sight

QImage readThumbnail(const QString& file)
{
    const QImage preview = services::decodePictureFile(file).preview;
    return preview.scaled(CaptionThumbnails::side, CaptionThumbnails::side, Qt::KeepAspectRatio,
        Qt::SmoothTransformation);
}

} // namespace

QImage CaptionThumbnails::thumbnail(const QString& file)
{
    const auto found = m_images.constFind(file);
    if (found != m_images.constEnd())
        return *found;
    if (!m_loading.contains(file)) {
        m_wanted.removeOne(file);
        m_wanted << file;
        if (m_wanted.size() > mostWanted)
            m_wanted.removeFirst();
        loadNext();
    }
    return {};
}

void CaptionThumbnails::loadNext()
{
    while (m_loading.size() < atOnce && !m_wanted.isEmpty()) {
        const QString file = m_wanted.takeLast();
        m_loading.insert(file);
        services::runInBackground<QImage>(
            this, [file] { return readThumbnail(file); },
            [this, file](const services::Outcome<QImage>& outcome) {
                m_loading.remove(file);
                keep(file, outcome.value.value_or(QImage()));
                emit loaded();
                loadNext();
            });
    }
}

void CaptionThumbnails::keep(const QString& file, const QImage& image)
{
    m_images.insert(file, image);
    m_order << file;
    if (m_order.size() > kept)
        m_images.remove(m_order.takeFirst());
}

} // namespace ui
