#pragma once

#include "services/hub/model_wish.h"

#include <QStringList>

namespace services {

/// The files of a model that was fetched, whole or in part, with its vision part. `folder` is that
/// of all models. A wish without a variant means all that was fetched of the repository; files that
/// somebody else has put there are left out. Empty: there is nothing of it.
QStringList fetchedFiles(const QString& folder, const ModelWish& wish);

} // namespace services
