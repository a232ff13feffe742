#include "runtime/planner/machine_speed.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace runtime {

namespace {

using Json = nlohmann::ordered_json;
using Speeds = std::map<kernels::DType, TypeSpeed>;

constexpr int version = 1; // of the measuring: others are not read

struct NamedNumber {
    const char* name;
    double DeviceSpeed::*value;
};
constexpr NamedNumber numbers[] = {
    {"product_s", &DeviceSpeed::productSeconds},
    {"block_s", &DeviceSpeed::blockSeconds},
    {"number_s", &DeviceSpeed::numberSeconds},
    {"span_operations_per_s", &DeviceSpeed::spanOperationsPerSecond},
    {"choice_s", &DeviceSpeed::choiceSeconds},
    {"pixel_s", &DeviceSpeed::pixelSeconds},
};

Json jsonOf(const Speeds& speeds)
{
    Json json = Json::object();
    for (const auto& [type, speed] : speeds)
        json[kernels::name(type)] = {speed.bytesPerSecond, speed.operationsPerSecond};
    return json;
}

Json jsonOf(const DeviceSpeed& speed)
{
    Json json{{"device", speed.device}, {"hardware", speed.hardware}, {"memory", speed.memory},
        {"weights", jsonOf(speed.weights)}, {"cache", jsonOf(speed.cache)}};
    for (const auto& [name, value] : numbers)
        json[name] = speed.*value;
    return json;
}

std::optional<kernels::DType> typeNamed(const std::string& name)
{
    for (int type = 0; type <= int(kernels::DType::CacheQ4); ++type)
        if (name == kernels::name(kernels::DType(type)))
            return kernels::DType(type);
    return std::nullopt;
}

// At least 0; throws for what is none.
double numberIn(const Json& json)
{
    const auto value = json.get<double>();
    if (!std::isfinite(value) || value < 0)
        throw std::out_of_range("a speed");
    return value;
}

Speeds speedsIn(const Json& json)
{
    Speeds speeds;
    for (const auto& [name, pair] : json.items())
        if (const auto type = typeNamed(name))
            speeds[*type] = {numberIn(pair.at(0)), numberIn(pair.at(1))};
    return speeds;
}

DeviceSpeed deviceIn(const Json& json)
{
    DeviceSpeed speed;
    speed.device = json.at("device").get<std::string>();
    speed.hardware = json.at("hardware").get<std::string>();
    speed.memory = json.at("memory").get<int64_t>();
    speed.weights = speedsIn(json.at("weights"));
    speed.cache = speedsIn(json.at("cache"));
    for (const auto& [name, value] : numbers)
        speed.*value = numberIn(json.at(name));
    return speed;
}

} // namespace

const DeviceSpeed* MachineSpeed::find(std::string_view device) const
{
    const auto found = std::ranges::find(
        devices, device == "cuda" ? std::string_view("cuda:0") : device, &DeviceSpeed::device);
    return found == devices.end() ? nullptr : &*found;
}

std::string toJson(const MachineSpeed& speed)
{
    Json json{{"version", version}, {"devices", Json::array()}};
    for (const DeviceSpeed& device : speed.devices)
        json["devices"].push_back(jsonOf(device));
    return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

MachineSpeed machineSpeedFrom(std::string_view text)
try {
    const Json json = Json::parse(text);
    MachineSpeed speed;
    if (json.at("version") != version)
        return {};
    for (const Json& device : json.at("devices"))
        speed.devices.push_back(deviceIn(device));
    return speed;
} catch (const std::exception&) {
    return {}; // it can be measured again
}

} // namespace runtime
