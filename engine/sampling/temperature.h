#pragma once

namespace engine {

class Candidates;
struct SamplerSettings;

/// Below it a softmax would only tell ties from near-ties.
inline constexpr float greedyBelow = 0.01f;

bool hasDynamicTemperature(const SamplerSettings& settings);

/// From minTemperature to maxTemperature by how much of the highest possible entropy there is.
double dynamicTemperature(Candidates& candidates, const SamplerSettings& settings);

/// probability^(1 / temperature), normalised
void applyTemperature(Candidates& candidates, double temperature);

} // namespace engine
