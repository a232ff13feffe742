#pragma once

#include "services/network/network_times.h"

namespace services {

/// How long is waited for end points. Tests wait less.
struct RemoteTimes {
    using Milliseconds = std::chrono::milliseconds;

    Milliseconds question{20'000}; ///< for the whole answer to a small question
    Milliseconds firstWord{1'800'000}; ///< long prompts are read for minutes
    Milliseconds silence{120'000}; ///< between two words
    /// Between tries, as long as nothing has come.
    NetworkTimes retries{
        .first = Milliseconds(500), .longest = Milliseconds(8'000), .mostInVain = 4};
    int mostPutOff = 40; ///< times that a server says that it is too busy
};

} // namespace services
