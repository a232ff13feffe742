#pragma once

#include "services/downloads/download.h"
#include "services/hub/model_offer.h"

#include <QList>

namespace services {

struct HubAccess;

/// What has to be fetched for a model, the language model first. `folder` is that of all models; a
/// model lies in OWNER/NAME/ below it.
QList<DownloadOrder> ordersFor(
    const ModelOffer& offer, const HubAccess& access, const QString& folder);

/// The place of a model's first file, which is what it is opened by.
QString placeOf(const ModelOffer& offer, const QString& folder);

} // namespace services
