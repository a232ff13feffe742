#pragma once

#include "services/models/load_options.h"

namespace services {

class Settings;

/// How models are loaded according to the settings. `path` of the result is the model that was
/// chosen last.
LoadOptions loadOptionsOf(const Settings& settings);

} // namespace services
