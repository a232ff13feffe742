#pragma once

namespace cuda_on_host {

/// From now on a kernel that touches memory it may not is stopped, and its card lost, with a
/// sentence; a host that touches a card's memory dies with one. May be called more than once.
void catchFaults();

} // namespace cuda_on_host
