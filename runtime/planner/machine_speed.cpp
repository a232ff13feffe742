#include "runtime/planner/machine_speed.h"

#include "engine/files/json_text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

namespace runtime {

namespace {

using Json = nlohmann::ordered_json;
constexpr int version = 2; // of the measuring: others are not read

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

Json toJson(const WeightSpeed& speed)
{
    return {speed.narrowBytesPerSecond, speed.wideBytesPerSecond, speed.operationsPerSecond};
}

Json toJson(const CacheSpeed& speed)
{
    return {speed.bytesPerSecond, speed.operationsPerSecond};
}

template <typename Speed>
Json toJson(const std::map<kernels::DType, Speed>& speeds)
{
    Json json = Json::object();
    for (const auto& [type, speed] : speeds)
        json[kernels::name(type)] = toJson(speed);
    return json;
}

Json toJson(const std::vector<WidthFactor>& widths)
{
    Json json = Json::array();
    for (const auto& [columns, factor] : widths)
        json.push_back({columns, factor});
    return json;
}

Json toJson(const DeviceSpeed& speed)
{
    Json json{{"device", speed.device}, {"hardware", speed.hardware}, {"memory", speed.memory},
        {"weights", toJson(speed.weights)}, {"cache", toJson(speed.cache)},
        {"widths", toJson(speed.widths)}};
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

// Returns a number of at least 0; throws if there is none.
double numberIn(const Json& json)
{
    const auto value = json.get<double>();
    if (!std::isfinite(value) || value < 0)
        throw std::out_of_range("a speed");
    return value;
}

void read(WeightSpeed& speed, const Json& json)
{
    speed = {numberIn(json.at(0)), numberIn(json.at(1)), numberIn(json.at(2))};
}

void read(CacheSpeed& speed, const Json& json)
{
    speed = {numberIn(json.at(0)), numberIn(json.at(1))};
}

template <typename Speed>
void read(std::map<kernels::DType, Speed>& speeds, const Json& json)
{
    for (const auto& [name, numbers] : json.items())
        if (const auto type = typeNamed(name))
            read(speeds[*type], numbers);
}

void read(std::vector<WidthFactor>& widths, const Json& json)
{
    for (const Json& width : json)
        widths.push_back({width.at(0).get<int64_t>(), numberIn(width.at(1))});
    if (!std::ranges::is_sorted(widths, {}, &WidthFactor::columns))
        throw std::out_of_range("widths");
}

DeviceSpeed deviceIn(const Json& json)
{
    DeviceSpeed speed;
    speed.device = json.at("device").get<std::string>();
    speed.hardware = json.at("hardware").get<std::string>();
    speed.memory = json.at("memory").get<int64_t>();
    read(speed.weights, json.at("weights"));
    read(speed.cache, json.at("cache"));
    read(speed.widths, json.at("widths"));
    for (const auto& [name, value] : numbers)
        speed.*value = numberIn(json.at(name));
    return speed;
}

// Interpolates between two points of a line, and is constant beyond them.
double between(double at, double fromPlace, double from, double toPlace, double to)
{
    const double share = (at - fromPlace) / (toPlace - fromPlace);
    return std::lerp(from, to, std::clamp(share, 0.0, 1.0));
}

} // namespace

double WeightSpeed::bytesPerSecond(int64_t columns) const
{
    return between(double(columns), double(narrowColumns), narrowBytesPerSecond,
        double(wideColumns), wideBytesPerSecond);
}

double DeviceSpeed::widthFactor(int64_t columns) const
{
    const auto above = std::ranges::upper_bound(widths, columns, {}, &WidthFactor::columns);
    if (widths.empty())
        return 1;
    if (above == widths.begin() || above == widths.end())
        return above == widths.begin() ? widths.front().factor : widths.back().factor;
    const WidthFactor& below = *(above - 1);
    return between(double(columns), double(below.columns), below.factor, double(above->columns),
        above->factor);
}

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
        json["devices"].push_back(toJson(device));
    return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

MachineSpeed machineSpeedFrom(std::string_view text)
try {
    const Json json = engine::parseJson<Json>(text);
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
