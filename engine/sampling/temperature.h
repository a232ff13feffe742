#pragma once

namespace engine {

class Candidates;
struct SamplerSettings;

/// Below this temperature the likeliest token is chosen: a softmax would only distinguish equal
/// logits from nearly equal ones.
inline constexpr float greedyBelow = 0.01f;

bool hasDynamicTemperature(const SamplerSettings& settings);

/// Dynamic temperature (kalomaze): between minTemperature and maxTemperature, by the ratio of the
/// entropy of the candidates to the highest possible entropy, raised to temperatureExponent.
double dynamicTemperature(Candidates& candidates, const SamplerSettings& settings);

/// Raises every probability to the power 1 / temperature and normalises.
void applyTemperature(Candidates& candidates, double temperature);

} // namespace engine
