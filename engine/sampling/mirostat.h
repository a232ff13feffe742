#pragma once

namespace engine {

class Candidates;
struct SamplerSettings;

/// Mirostat version 2 (Basu et al., 2020, arXiv:2007.14966): a limit on the surprise of a token,
/// −log2 of its probability. Each token of a job moves the limit so that the average surprise
/// approaches the one that was asked for.
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

} // namespace engine
