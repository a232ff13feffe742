#include "engine/sampling/mirostat.h"

#include "engine/sampling/candidates.h"
#include "engine/sampling/sampler_settings.h"

#include <cmath>

namespace engine {

Mirostat::Mirostat(const SamplerSettings& settings)
    : m_tau(double(settings.mirostatTau))
    , m_eta(double(settings.mirostatEta))
    , m_mu(settings.mirostatMu > 0 ? double(settings.mirostatMu) : 2 * m_tau)
{
}

void Mirostat::narrow(Candidates& candidates) const
{
    candidates.keepAtLeast(std::exp2(-m_mu));
}

void Mirostat::observe(double probability)
{
    m_mu += m_eta * (m_tau + std::log2(probability));
}

} // namespace engine
