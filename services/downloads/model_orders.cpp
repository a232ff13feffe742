#include "services/downloads/model_orders.h"

#include "services/hub/hub_client.h"

namespace services {

namespace {

QString placeOf(const OfferedFile& offered, const Repository& repository, const QString& folder)
{
    return folder + u'/' + repository.text() + u'/' + offered.name;
}

} // namespace

QList<DownloadOrder> ordersFor(const ModelOffer& offer, const HubClient& hub, const QString& folder)
{
    QList<DownloadOrder> orders;
    for (const OfferedFile& offered : offer.files)
        orders << DownloadOrder{hub.addressOf(offer.repository, offer.commit, offered.file.path),
            hub.access().token, placeOf(offered, offer.repository, folder), offered.file.bytes,
            offered.file.sha256, offer.repository.text()};
    return orders;
}

QString placeOf(const ModelOffer& offer, const QString& folder)
{
    return placeOf(offer.files.first(), offer.repository, folder);
}

} // namespace services
