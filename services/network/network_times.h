#pragma once

#include <chrono>

namespace services {

/// How long is waited for other machines. Tests wait less.
struct NetworkTimes {
    using Milliseconds = std::chrono::milliseconds;

    Milliseconds silence{20'000}; ///< after which a connection counts as lost
    Milliseconds afterProgress{500}; ///< before the next try, if the last one brought something
    Milliseconds first{1'000}; ///< if it brought nothing; each further wait is twice as long …
    Milliseconds longest{30'000}; ///< … up to this
    Milliseconds longestAsked{600'000}; ///< who is asked to wait longer gives up
    int mostInVain = 6; ///< tries in a row that bring nothing
};

} // namespace services
