#pragma once

#include "services/models/load_options.h"

namespace services {
class InstalledModels;
class ModelPool;
class Settings;
} // namespace services

namespace app {

struct CommandLine;

/// How models are to be loaded: as the settings say, save what the command line names.
services::LoadOptions loadOptions(const services::Settings& settings, const CommandLine& line);

/// Hands what changes in the settings, and what is found out about the installed models, to the
/// pool, and keeps the model the user chooses in the settings, as long as all live. What the
/// command line names stays as it is.
void keepModelsAsSet(services::ModelPool& models, services::InstalledModels& installed,
    services::Settings& settings, const CommandLine& line);

} // namespace app
