#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace services::server {

/// What one client may take of a server.
struct HttpLimits {
    int connections = 512; ///< at once; above, those that have waited longest for a request end
    size_t headBytes = 64 << 10; ///< of a request before its body
    size_t headFields = 100;
    size_t bodyBytes = 64 << 20; ///< unpacked, too
    int64_t allBodies = int64_t(512) << 20; ///< bytes of the bodies of all requests at once
    std::chrono::milliseconds idle{60'000}; ///< between two requests of a connection
    std::chrono::milliseconds head{10'000}; ///< from the first to the last byte of a head
    std::chrono::milliseconds body{10'000}; ///< for a body, and a second more for each KiB of it
    std::chrono::milliseconds write{10'000}; ///< during which a client takes nothing of its answer
};

} // namespace services::server
