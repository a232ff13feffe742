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
    int64_t allBodies = int64_t(512) << 20;
    size_t freeBodyBytes = 1 << 20;
    std::chrono::milliseconds idle{60'000}; ///< between two requests of a connection
    std::chrono::milliseconds head{10'000}; ///< from the first to the last byte of a head
    std::chrono::milliseconds body{10'000}; ///< for a body; more by its size, see `minRate`
    /// How long a client may let the server wait while it reads its reply, all waits together; more
    /// by the size of the reply, see `minRate`.
    std::chrono::milliseconds write{10'000};
    size_t minRate = 16 << 10; ///< bytes a second of long bodies and replies
};

} // namespace services::server
