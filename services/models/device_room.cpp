#include "services/models/device_room.h"

#include "kernels/devices/backends.h"

#include <QStringList>

#include <algorithm>
#include <optional>
#include <vector>

namespace services {

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

qint64 freeOn(const DeviceOffer& card, const LoadOptions& options)
{
    return options.deviceMemory > 0 ? std::min<qint64>(card.freeBytes, options.deviceMemory)
                                    : card.freeBytes;
}

} // namespace

DeviceRoom deviceRoom(const LoadOptions& options, qint64 systemFree)
{
    DeviceRoom room;
    const std::vector<std::string> names = deviceNames(options.device);
    if (std::ranges::all_of(names, isProcessor)) {
        room.free = systemFree;
        return room;
    }
    const std::vector<DeviceOffer> offers = kernels::listDevices();
    QStringList devices;
    bool usesSystem = false, usesCard = false;
    for (const std::string& name : names) {
        const auto offer = find(offers, name);
        if (!offer)
            continue; // the model is loaded without it
        devices << QString::fromStdString(offer->description);
        const bool isCard = offer->totalBytes > 0;
        (isCard ? usesCard : usesSystem) = true;
        if (!isCard)
            continue;
        room.free += freeOn(*offer, options);
        if (devices.size() == 1) {
            room.card = offer->name;
            room.freeOnCard = freeOn(*offer, options);
        }
    }
    if (!usesCard)
        return {.free = systemFree};
    if (usesSystem)
        room.free += systemFree;
    room.devices = devices.join(QStringLiteral(" + "));
    return room;
}

} // namespace services
