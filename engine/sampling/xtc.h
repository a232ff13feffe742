#pragma once

namespace engine {

class Candidates;
struct SamplerSettings;

/// Exclude top choices (XTC, p-e-w): of the tokens that reach the threshold and are not protected,
/// all but the least likely lose their probability to the rest. `share` is how often this takes
/// place: 1 for a coin that has been thrown, less for what to expect before.
void excludeTopChoices(Candidates& candidates, const SamplerSettings& settings, double share);

/// One even draw from [0, 1) made two: whether an event of some probability takes place, and an
/// even draw for what follows.
struct Coin {
    bool fires = false;
    double position = 0;
};
Coin throwCoin(double position, double probability);

} // namespace engine
