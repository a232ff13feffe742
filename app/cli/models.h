#pragma once

#include "services/hub/hub_access.h"
#include "services/models/model_texts.h"
#include "services/planner/planner.h"

#include <QList>
#include <QStringList>

namespace app {

// The actions of `vignette-cli models`, one file each. Each function returns the exit code.
int inspectModel(const QStringList& arguments);
int convertModel(const QStringList& arguments);
int listDevices(const QStringList& arguments);
int getModel(const QStringList& arguments);
int listModels(const QStringList& arguments);
int removeModel(const QStringList& arguments);
int testModel(const QStringList& arguments);
int searchModels(const QStringList& arguments);

/// The models that the window offers, too: the built-in one first. Reads the heads of their files.
QList<services::ModelFacts> installedModels();

/// Returns the address of the hub and the user's token for it. Throws Error{BadFile} with a message.
services::HubAccess hubAccess();

/// OWNER/NAME/FILE of a model that was fetched; empty for any other.
QString fetchedPath(const services::ModelFacts& model);

/// What to expect here of a model that is loaded without options. Nothing if this computer has not
/// been measured (`vignette-cli bench machine`).
std::optional<services::SpeedForecast> forecastHere(const services::ModelFacts& model);

} // namespace app
