#pragma once

#include "services/models/load_options.h"

namespace services {
class InstalledModels;
class ModelPool;
class Settings;
} // namespace services

namespace app {

struct CommandLine;

/// How models are loaded: as the settings say, except for what the command line sets.
services::LoadOptions loadOptions(const services::Settings& settings, const CommandLine& line);

/// Connects settings and pool as long as all arguments exist: passes changes of the settings and
/// news about installed models to the pool, and stores the model that the user chooses in the
/// settings. What the command line sets is not changed.
void keepModelsAsSet(services::ModelPool& models, services::InstalledModels& installed,
    services::Settings& settings, const CommandLine& line);

} // namespace app
