#pragma once

#include "services/models/model_description.h"

#include <QList>

namespace app {

/// The models that the window offers, too: the built-in one first. Reads the heads of their files.
QList<services::ModelDescription> installedModels();

/// OWNER/NAME/FILE of a model that was fetched; empty for any other.
QString fetchedPlaceOf(const services::ModelDescription& model);

} // namespace app
