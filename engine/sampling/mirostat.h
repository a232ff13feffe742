#pragma once

namespace engine {

class Candidates;
struct SamplerSettings;

/// Mirostat version 2 (Basu et al.): a limit of surprise that each token of a job moves, so that
/// the average surprise comes to the one asked for.
class Mirostat {
public:
    explicit Mirostat(const SamplerSettings& settings);

    /// Drops the tokens whose surprise is above the limit; the most likely one stays.
    void narrow(Candidates& candidates) const;

    /// Moves the limit by the probability that the chosen token had.
    void observe(double probability);

    double mu() const { return m_mu; } ///< the limit, in bits

private:
    double m_tau;
    double m_eta;
    double m_mu;
};

} // namespace engine
