#include "runtime/models/memory_estimate.h"

#include "engine/cache/paged_cache.h"
#include "engine/models/families/families.h"
#include "engine/models/model_identity.h"
#include "kernels/devices/backends.h"
#include "vision/tiling.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace runtime {

namespace {

namespace fs = std::filesystem;

// The number after `key` in a file of lines such as "MemAvailable:   16142084 kB".
std::optional<int64_t> numberAfter(const fs::path& path, const std::string& key)
{
    std::ifstream file(path);
    std::string word;
    for (int64_t number = 0; file >> word;) {
        if (word == key && file >> number)
            return number;
        std::getline(file, word);
    }
    return std::nullopt;
}

// Nothing for "max", which isn't a number.
std::optional<int64_t> numberIn(const fs::path& path)
{
    std::ifstream file(path);
    int64_t number = 0;
    if (file >> number)
        return number;
    return std::nullopt;
}

/// The files of a control group that contain its limit and use, by version of control groups.
struct GroupFiles {
    const char* line; ///< of /proc/self/cgroup, what comes before the group's path
    const char* folder;
    const char *limit, *used;
    const char* cache; ///< a key of memory.stat: files that were read and not lately used
};

constexpr GroupFiles versions[] = {
    {"0::/", "sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"},
    {":memory:/", "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
        "total_inactive_file"},
};

// The path of this program's group below the folder.
std::string groupPath(const fs::path& root, const GroupFiles& files)
{
    std::ifstream file(root / "proc/self/cgroup");
    const std::string mark = files.line;
    for (std::string line; std::getline(file, line);)
        if (const size_t at = line.find(mark); at != std::string::npos)
            return line.substr(at + mark.size());
    return {};
}

// What a group may still take; its file cache counts as free, because it gives way.
std::optional<int64_t> leftInGroup(const fs::path& group, const GroupFiles& files)
{
    const auto limit = numberIn(group / files.limit);
    const auto used = numberIn(group / files.used);
    if (!limit || !used)
        return std::nullopt;
    const int64_t cache = numberAfter(group / "memory.stat", files.cache).value_or(0);
    return std::max<int64_t>(0, *limit - *used + std::min(cache, *used));
}

} // namespace

int64_t freeMemory(const fs::path& root)
{
    int64_t left = numberAfter(root / "proc/meminfo", "MemAvailable:").value_or(0) * 1024;
    for (const GroupFiles& files : versions) {
        const fs::path top = root / files.folder;
        // A group is bound by the limits of all groups around it.
        for (fs::path group = top / groupPath(root, files);; group = group.parent_path()) {
            if (const auto inGroup = leftInGroup(group, files))
                left = left > 0 ? std::min(left, *inGroup) : *inGroup;
            if (group == top || group == group.parent_path())
                break;
        }
    }
    return left;
}

int64_t freeMemory()
{
    return freeMemory("/");
}

namespace {

using kernels::DeviceOffer;

bool isProcessor(const std::string& device)
{
    return device == "cpu";
}

std::optional<DeviceOffer> find(const std::vector<DeviceOffer>& offers, const std::string& device)
{
    const std::string name = device == "cuda" ? "cuda:0" : device;
    const auto found = std::ranges::find(offers, name, &DeviceOffer::name);
    if (found == offers.end() || !found->problem.empty())
        return std::nullopt;
    return *found;
}

int64_t freeOn(const DeviceOffer& card, const LoadOptions& options)
{
    return options.deviceMemory > 0 ? std::min<int64_t>(card.freeBytes, options.deviceMemory)
                                    : card.freeBytes;
}

} // namespace

DeviceRoom deviceRoom(const LoadOptions& options, int64_t systemFree)
{
    DeviceRoom room;
    const std::vector<std::string> names = deviceNames(options.device);
    if (std::ranges::all_of(names, isProcessor)) {
        room.free = systemFree;
        return room;
    }
    const std::vector<DeviceOffer> offers = kernels::listDevices();
    std::string devices;
    bool usesSystem = false, usesCard = false;
    for (const std::string& name : names) {
        const auto offer = find(offers, name);
        if (!offer)
            continue; // the model is loaded without it
        const bool isFirst = devices.empty();
        devices += (isFirst ? "" : " + ") + offer->description;
        const bool isCard = offer->totalBytes > 0;
        (isCard ? usesCard : usesSystem) = true;
        if (!isCard)
            continue;
        room.free += freeOn(*offer, options);
        if (isFirst) {
            room.card = offer->name;
            room.freeOnCard = freeOn(*offer, options);
        }
    }
    if (!usesCard)
        return {.free = systemFree};
    if (usesSystem)
        room.free += systemFree;
    room.devices = devices;
    return room;
}

namespace {

constexpr int64_t number = 4; // bytes of an f32
constexpr int64_t tokensAtOnce = 512; // of a prompt, in one step
constexpr vision::PixelSize photograph{4000, 3000};
// The ratio of pieces in memory, with their index, to those in the file.
constexpr int64_t vocabularyFactor = 8;
constexpr int64_t program = 4 << 20; // threads, tables and templates of any model

int64_t cacheBytes(const engine::ModelConfig& config, const LoadOptions& options)
{
    const int64_t pages
        = (cacheTokensOf(options, config) + engine::pageSize - 1) / engine::pageSize;
    return pages * engine::PagedCache::pageBytes(engine::makeCacheShape(config), options.cacheType);
}

int64_t stepBytes(const engine::ModelConfig& config)
{
    return number * tokensAtOnce * engine::scratchColumns(engine::makePlan(config));
}

// Logits as the model gives them, and as the sampler sorts them.
int64_t logitBytes(const engine::ModelConfig& config)
{
    constexpr int64_t copies = 6;
    return copies * number * config.vocabulary;
}

} // namespace

int64_t pictureBytes(const vision::VisionConfig& config)
{
    const vision::Tiling tiling = vision::chooseTiling(config, photograph);
    const vision::PixelRect& tile = tiling.tiles.front();
    return std::min(vision::fewTiles, tiling.count())
        * vision::tileBytes(config, {tile.width, tile.height});
}

MemoryEstimate estimateMemory(
    const ModelFacts& model, const LoadOptions& options, const ModelFacts* draft)
{
    MemoryEstimate estimate;
    if (!model.isUsable() || model.family.empty()) // nothing is known of one at a remote server
        return estimate;
    estimate.weights = model.weightBytes;
    estimate.vision = model.vision ? model.towerBytes + pictureBytes(*model.vision) : 0;
    estimate.cache = cacheBytes(model.config, options);
    estimate.contextTokens = cacheTokensOf(options, model.config);
    estimate.working = stepBytes(model.config) + logitBytes(model.config) + program;
    estimate.vocabulary = vocabularyFactor * model.vocabularyBytes;
    if (draft && draft->isUsable()) {
        LoadOptions draftOptions = options;
        draftOptions.contextTokens = cacheTokensOf(options, model.config);
        estimate.draft = estimateMemory(*draft, draftOptions).total();
    }
    return estimate;
}

} // namespace runtime
