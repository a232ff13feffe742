#include "services/image_loader.h"

#include "services/background.h"

namespace services {

ImageLoader::Ticket ImageLoader::loadFile(const QString& path)
{
    const Ticket ticket = ++m_lastTicket;
    runInBackground<Picture>(
        this, [path] { return decodePictureFile(path); },
        [this, ticket](const Outcome<Picture>& outcome) {
            if (outcome.value)
                emit loaded(ticket, *outcome.value);
            else
                emit failed(ticket, outcome.error);
        });
    return ticket;
}

} // namespace services
