#pragma once

namespace engine {

class Candidates;
struct SamplerSettings;

/// Exclude top choices (XTC, p-e-w, text-generation-webui #6335). Of the tokens that reach the
/// threshold and are not protected, all but the least likely lose their probability to the other
/// tokens. `share` is the part of it that they lose: 1 if the coin has decided that they are
/// excluded, less for what is to be expected before it is thrown. The protected tokens must be
/// ascending.
void excludeTopChoices(Candidates& candidates, const SamplerSettings& settings, double share);

/// Two results from one random number of [0, 1): whether an event of some probability happens, and
/// another evenly distributed number for what follows.
struct Coin {
    bool fires = false;
    double position = 0;
};
Coin throwCoin(double position, double probability);

} // namespace engine
