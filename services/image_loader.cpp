#include "services/image_loader.h"

#include "services/background.h"

namespace services {

template <typename Work>
ImageLoader::Ticket ImageLoader::load(Work work)
{
    const Ticket ticket = ++m_lastTicket;
    runInBackground<Picture>(
        this, std::move(work), [this, ticket](const Outcome<Picture>& outcome) {
            if (outcome.value)
                emit loaded(ticket, *outcome.value);
            else
                emit failed(ticket, outcome.error);
        });
    return ticket;
}

ImageLoader::Ticket ImageLoader::loadFile(const QString& path)
{
    return load([path] { return decodePictureFile(path); });
}

ImageLoader::Ticket ImageLoader::loadBytes(const QByteArray& file, const QString& name)
{
    return load([file, name] { return decodePicture(file, name); });
}

ImageLoader::Ticket ImageLoader::loadImage(const QImage& image, const QString& name)
{
    return load([image, name] { return pictureOf(image, name); });
}

} // namespace services
