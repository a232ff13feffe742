#include "services/downloads/model_orders.h"

#include "services/hub/hub_access.h"

namespace services {

namespace {

QString placeOf(const OfferedFile& offered, const Repository& repository, const QString& folder)
{
    return folder + u'/' + repository.text() + u'/' + offered.name;
}

} // namespace

QList<DownloadOrder> ordersFor(
    const ModelOffer& offer, const HubAccess& access, const QString& folder)
{
    QList<DownloadOrder> orders;
    for (const OfferedFile& offered : offer.files)
        orders << DownloadOrder{access.addressOf(offer.repository, offer.commit, offered.file.path),
            access.token, placeOf(offered, offer.repository, folder), offered.file.bytes,
            offered.file.sha256, offer.repository.text()};
    return orders;
}

QString placeOf(const ModelOffer& offer, const QString& folder)
{
    return placeOf(offer.files.first(), offer.repository, folder);
}

} // namespace services
