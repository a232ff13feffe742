#pragma once

#include "runtime/model_state.h"
#include "runtime/models/load_options.h"
#include <vector>

namespace runtime {

/// Removes devices from the options that this machine does not have or cannot use, so that the
/// model can answer without them. Returns which.
std::vector<LoadNote> leaveOutUnusableDevices(LoadOptions& options);

} // namespace runtime
