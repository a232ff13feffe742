#pragma once

#include "services/models/load_options.h"

namespace services {

class Settings;

/// How models are loaded by what the settings page says; its path is the model chosen last.
LoadOptions loadOptionsOf(const Settings& settings);

} // namespace services
