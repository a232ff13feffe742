#pragma once

#include "runtime/models/load_options.h"
#include "runtime/models/model_facts.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace runtime {

/// The number of bytes that this program can still take without swapping: what the system has left,
/// or less if the program runs in a control group with a limit of its own (a container, a systemd
/// slice). 0 if the system does not say. Reads only a few small files of /proc and /sys.
int64_t freeMemory();

/// Does the same with the files below `root`, which stands for "/".
int64_t freeMemory(const std::filesystem::path& root);

/// The memory that is left for a model on the devices of LoadOptions. Sizes are in bytes.
struct DeviceRoom {
    int64_t free = 0; ///< of all devices together; 0 if it is not known
    /// The devices whose memory it is: "NVIDIA H200 + CPU". Empty: only the system's.
    std::string devices = {};
    std::string card = {}; ///< the first device if it has memory of its own, otherwise empty
    int64_t freeOnCard = 0; ///< of that device
};

/// `systemFree` is how many bytes the system has left, see freeMemory(). A GPU counts with at most
/// LoadOptions::deviceMemory. Asks the GPUs that are named, which may wake them and take a while;
/// if only the CPU is named, it asks none. Any thread may call it.
DeviceRoom deviceRoom(const LoadOptions& options, int64_t systemFree);

/// The memory that a model takes once it has answered with its whole context, in bytes and by part.
/// The mapped parts of the file count, because they must be in memory to be read fast.
struct MemoryEstimate {
    int64_t weights = 0;
    int64_t vision = 0; ///< the tower, and what an image needs while it is encoded
    int64_t cache = 0; ///< keys and values of the whole context
    int64_t working = 0; ///< the matrices of a step
    int64_t vocabulary = 0;
    int64_t draft = 0; ///< everything of the draft model
    int64_t contextTokens = 0; ///< that the cache is for

    int64_t total() const { return weights + vision + cache + working + vocabulary + draft; }
};

/// The number of bytes that an image needs while it is encoded, without the weights of the tower.
int64_t pictureBytes(const vision::VisionConfig& config);

/// Estimates the memory of a model that is loaded with these options. `draft` describes the model
/// at options.draftPath; null: none. All zero for a model that cannot be used.
MemoryEstimate estimateMemory(
    const ModelFacts& model, const LoadOptions& options, const ModelFacts* draft = nullptr);

} // namespace runtime
