#include "services/network/retries.h"

#include <algorithm>
#include <utility>

namespace services {

// Whether the same question may be answered later.
bool Retries::mayPass(const HttpFailure& failure) const
{
    switch (failure.kind) {
    case HttpFailure::Kind::Lost:
    case HttpFailure::Kind::Silent:
        return true;
    case HttpFailure::Kind::Refused:
        // An address that a hub leads to is signed and expires; the hub will name another.
        return failure.status == 408 || failure.status == 429 || failure.status >= 500
            || (!failure.isFirstHost && failure.status == 403);
    case HttpFailure::Kind::NotFound:
        return m_hasEverProgressed; // the name was right, so the network is away
    case HttpFailure::Kind::Unsafe:
    case HttpFailure::Kind::Strange:
        break;
    }
    return false;
}

void Retries::succeed()
{
    m_inVain = 0;
    m_hasProgressed = m_hasEverProgressed = true;
}

std::optional<std::chrono::milliseconds> Retries::waitAfter(const HttpFailure& failure)
{
    const bool hasProgressed = std::exchange(m_hasProgressed, false);
    if (!mayPass(failure) || failure.wait > m_times.longestAsked)
        return std::nullopt;
    if (hasProgressed)
        return failure.wait.value_or(m_times.afterProgress);
    if (++m_inVain >= m_times.mostInVain)
        return std::nullopt;
    const auto usual = std::min(m_times.first * (1 << (m_inVain - 1)), m_times.longest);
    return failure.wait.value_or(usual);
}

} // namespace services
