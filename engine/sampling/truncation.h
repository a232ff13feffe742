#pragma once

namespace engine {

class Candidates;
struct SamplerSettings;

/// Tail-free sampling (Phénix and Egan, 2019): sorts the probabilities, takes the absolute values
/// of their second differences, normalizes them, and cuts where their running sum exceeds `limit`.
void keepTailFree(Candidates& candidates, double limit);

/// Locally typical sampling (Meister et al., 2022, arXiv:2202.00666): keeps the tokens whose
/// surprise is nearest to the entropy, the fewest whose probabilities reach `mass`.
void keepTypical(Candidates& candidates, double mass);

/// Below this temperature the likeliest token is chosen: a softmax would only distinguish equal
/// logits from nearly equal ones.
inline constexpr float greedyBelow = 0.01f;

bool hasDynamicTemperature(const SamplerSettings& settings);

/// Dynamic temperature (kalomaze): between minTemperature and maxTemperature, by the ratio of the
/// entropy of the candidates to the highest possible entropy, raised to temperatureExponent.
double dynamicTemperature(Candidates& candidates, const SamplerSettings& settings);

/// Raises every probability to the power 1 / temperature and normalizes.
void applyTemperature(Candidates& candidates, double temperature);

/// Mirostat version 2 (Basu et al., 2020, arXiv:2007.14966): a limit on the surprise of a token,
/// −log2 of its probability. Each token of a job moves the limit so that the average surprise
/// approaches the one that was requested.
class Mirostat {
public:
    explicit Mirostat(const SamplerSettings& settings);

    /// Drops the tokens whose surprise is above the limit; the likeliest token always stays.
    void narrow(Candidates& candidates) const;

    /// Moves the limit; `probability` is that of the chosen token.
    void observe(double probability);

    double mu() const { return m_mu; } ///< the limit, in bits

private:
    double m_tau;
    double m_eta;
    double m_mu;
};

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
