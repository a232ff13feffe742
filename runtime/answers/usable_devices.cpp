#include "runtime/answers/usable_devices.h"

#include "kernels/devices/backends.h"

#include <algorithm>
#include <optional>

namespace runtime {

namespace {

using kernels::DeviceOffer;

bool isMeant(const DeviceOffer& offer, const std::string& name)
{
    return name == offer.name || name.starts_with(offer.name + ":") || name + ":0" == offer.name;
}

std::string kindOf(const std::string& device)
{
    return device.substr(0, device.find(':'));
}

// Why it cannot be used; nothing if it can, or is a name that only loading can judge.
std::optional<LoadNote> problemOf(const std::string& name, const std::vector<DeviceOffer>& offers)
{
    const auto offer = std::ranges::find_if(
        offers, [&](const DeviceOffer& one) { return isMeant(one, name) && one.name != "cpu"; });
    if (offer != offers.end()) {
        if (offer->problem.empty())
            return std::nullopt;
        return LoadNote{LoadNote::About::DeviceFails, offer->description, offer->problem};
    }
    const bool isOneOfAKind = name.find(':') != std::string::npos
        && std::ranges::any_of(
            offers, [&](const DeviceOffer& one) { return kindOf(one.name) == kindOf(name); });
    if (isOneOfAKind)
        return LoadNote{LoadNote::About::DeviceIsMissing, name};
    return std::nullopt;
}

} // namespace

std::vector<LoadNote> leaveOutUnusableDevices(LoadOptions& options)
{
    std::vector<LoadNote> notes;
    std::string usable;
    const std::vector<DeviceOffer> offers = kernels::listDevices();
    for (const std::string& name : deviceNames(options.device)) {
        if (const auto problem = problemOf(name, offers))
            notes.push_back(*problem);
        else
            usable += (usable.empty() ? "" : ",") + name;
    }
    options.device = usable.empty() ? "cpu" : usable;
    return notes;
}

} // namespace runtime
