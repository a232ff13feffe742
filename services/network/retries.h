#pragma once

#include "services/network/http_failure.h"
#include "services/network/network_times.h"

namespace services {

/// Decides whether and when a question is asked again.
class Retries {
public:
    explicit Retries(const NetworkTimes& times)
        : m_times(times)
    {
    }

    /// Something came: whatever went wrong before is forgiven.
    void succeed();

    /// How long to wait before the next try; nothing: it would be in vain, or there were enough.
    std::optional<std::chrono::milliseconds> waitAfter(const HttpFailure& failure);

private:
    bool mayPass(const HttpFailure& failure) const;

    NetworkTimes m_times;
    int m_inVain = 0; // tries in a row
    bool m_hasProgressed = false; // since the last failure
    bool m_hasEverProgressed = false;
};

} // namespace services
