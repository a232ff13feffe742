#pragma once

#include <cstddef>
#include <cstdint>
#include <source_location>
#include <string>

// What the functions of device code are made of. Only to be called by a thread of a running kernel.

namespace cuda_on_host {

using Position = std::source_location;

/// What lanes of a warp do together. operands[lane] is what the lane has handed to meet(), for each
/// lane of `lanes`, a bit a lane.
using Collective = void (*)(void* const* operands, uint32_t lanes);

/// Waits until all of `lanes` have come here; the last one calls `work` for all of them. An error
/// of the GPU if one of them has ended, is not there for good, or has come to another position.
void meet(
    uint32_t lanes, void* operands, Collective work, const char* what, const Position& position);

/// Waits until all threads of the block that have not ended have come here.
void meetBlock(const Position& position);

/// The number of the calling thread in its warp.
int ownLane();

/// The lanes of the calling thread's warp that have not ended.
uint32_t livingLanes();

/// The block's dynamic shared memory. Behind its last byte is memory that cannot be touched.
void* dynamicShared();

/// The calling thread has waited for the launches before its own.
void noteWaitForPredecessor();

/// Ends the launch, and the GPU with it: its calls fail from now on with this message.
[[noreturn]] void failLaunch(int error, const std::string& sentence);

} // namespace cuda_on_host
