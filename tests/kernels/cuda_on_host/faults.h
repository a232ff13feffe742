#pragma once

namespace cuda_on_host {

/// Stops every kernel that touches memory it may not from now on: its device is lost, with a
/// message. A host that touches a device's memory dies with one. May be called more than once.
void catchFaults();

} // namespace cuda_on_host
