#pragma once

#include "runtime/model_state.h"
#include "runtime/models/load_options.h"
#include <vector>

namespace runtime {

/// Takes the devices out of the options that this machine does not have or cannot use, for that is
/// no reason not to answer. Says which.
std::vector<LoadNote> leaveOutUnusableDevices(LoadOptions& options);

} // namespace runtime
