#pragma once

#include "services/planner/planner.h"

namespace app {

/// What to expect here of a model that is loaded without options. Nothing if this computer has not
/// been measured (`vignette-cli bench machine`).
std::optional<services::SpeedForecast> forecastHere(const services::ModelDescription& model);

} // namespace app
