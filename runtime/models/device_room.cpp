#include "runtime/models/device_room.h"

#include "kernels/devices/backends.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace runtime {

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

} // namespace runtime
