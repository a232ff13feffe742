#pragma once

#include <cstddef>
#include <functional>

namespace services::server {

/// A turn at work that takes much memory or time: decoding images, reading documents, counting the
/// tokens of long texts. Two threads have one at a time; a thread must not wait for a second one.
class HeavyWork {
public:
    static constexpr size_t longText = 64 << 10; ///< bytes; shorter texts need no turn

    /// Waits for a turn. Throws ClientGone once `isGone` returns true.
    explicit HeavyWork(const std::function<bool()>& isGone);
    ~HeavyWork();
    HeavyWork(const HeavyWork&) = delete;
    HeavyWork& operator=(const HeavyWork&) = delete;
};

} // namespace services::server
