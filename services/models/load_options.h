#pragma once

#include "runtime/models/load_options.h"

namespace services {

using runtime::AdapterChoice;
using runtime::LoadOptions;

} // namespace services
