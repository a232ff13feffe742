#pragma once

#include "runtime/models/device_room.h"
#include "runtime/models/free_memory.h"

namespace services {

using runtime::deviceRoom;
using runtime::DeviceRoom;
using runtime::freeMemory;

} // namespace services
