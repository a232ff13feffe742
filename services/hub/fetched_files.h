#pragma once

#include "services/hub/model_wish.h"

#include <QStringList>

namespace services {

/// What is added to the path of a file while it is fetched: where its bytes lie, and which of them
/// have come.
inline const QString partEnding = QStringLiteral(".part");
inline const QString mapEnding = QStringLiteral(".part.map");

/// What the vision part of a model is called here, by the name of the model's first file.
inline QString visionNameOf(const QString& model)
{
    return QStringLiteral("mmproj-") + model;
}

/// The files of a model that was fetched, whole or in part, with its vision part. `folder` is that
/// of all models. A wish without a variant means all that was fetched of the repository; files that
/// somebody else has put there are left out. Empty: there is nothing of it.
QStringList fetchedFiles(const QString& folder, const ModelWish& wish);

} // namespace services
