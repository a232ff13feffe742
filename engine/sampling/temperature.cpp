#include "engine/sampling/temperature.h"

#include "engine/sampling/candidates.h"
#include "engine/sampling/sampler_settings.h"

#include <algorithm>
#include <cmath>

namespace engine {

bool hasDynamicTemperature(const SamplerSettings& settings)
{
    return settings.maxTemperature > settings.minTemperature;
}

double dynamicTemperature(Candidates& candidates, const SamplerSettings& settings)
{
    if (candidates.size() < 2)
        return double(settings.minTemperature);
    const double share = std::clamp(candidates.entropy() / std::log(candidates.size()), 0.0, 1.0);
    const double range = double(settings.maxTemperature) - double(settings.minTemperature);
    return double(settings.minTemperature)
        + range * std::pow(share, double(settings.temperatureExponent));
}

void applyTemperature(Candidates& candidates, double temperature)
{
    candidates.raise(1 / std::max(temperature, double(greedyBelow)));
}

} // namespace engine
