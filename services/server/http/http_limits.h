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
    /// Bytes of the bodies of all requests at once, without the first `freeBodyBytes` of each: large
    /// bodies leave room for small ones. A body counts until its reply begins.
    int64_t allBodies = int64_t(256) << 20;
    size_t freeBodyBytes = 1 << 20;
    std::chrono::milliseconds idle{60'000}; ///< between two requests of a connection
    std::chrono::milliseconds head{10'000}; ///< from the first to the last byte of a head
    /// For a body; long ones have more in all by `minRate`, but not from one piece to the next.
    std::chrono::milliseconds body{10'000};
    /// For all the waits together until a client reads more of its reply; likewise.
    std::chrono::milliseconds write{10'000};
    size_t minRate = 16 << 10; ///< bytes a second
};

} // namespace services::server
