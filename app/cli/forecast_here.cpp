#include "app/cli/forecast_here.h"

#include "services/system/paths.h"

namespace app {

std::optional<services::SpeedForecast> forecastHere(const services::ModelDescription& model)
{
    return runtime::forecastOf(
        services::readMachineSpeed(services::paths::machineSpeedFile()), model.facts, {});
}

} // namespace app
