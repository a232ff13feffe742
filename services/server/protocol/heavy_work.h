#pragma once

#include <functional>

namespace services::server {

/// A turn at work that takes much memory or time: decoding images, reading documents, counting the
/// tokens of long texts. Two threads have one at a time; a thread must not wait for a second one.
class HeavyWork {
public:
    /// Waits for a turn. Throws ClientGone once `isGone` returns true.
    explicit HeavyWork(const std::function<bool()>& isGone);
    ~HeavyWork();
    HeavyWork(const HeavyWork&) = delete;
    HeavyWork& operator=(const HeavyWork&) = delete;
};

} // namespace services::server
