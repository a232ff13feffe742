#include "runtime/planner/measure_device.h"

#include "engine/sampling/sampler.h"
#include "kernels/devices/backends.h"
#include "kernels/error.h"
#include "vision/content_hash.h"
#include "vision/images/resize.h"

#include "runtime/models/load_options.h"
#include "runtime/planner/made_up_weights.h"
#include "runtime/planner/measure_attention.h"
#include "runtime/planner/measure_products.h"
#include <exception>
#include <fstream>
#include <optional>
#include <vector>

namespace runtime {

namespace {

using kernels::Tensor;

constexpr int64_t words = 131072; // of a vocabulary

// A card finds the likeliest words by itself.
double choiceSeconds(kernels::Backend& device, PassTimer& timer)
{
    if (device.isAccelerator()) {
        constexpr int64_t highest = 64;
        const Tensor logits = madeUpNumbers(device, 1, words),
                     numbers = madeUpNumbers(device, 1, highest),
                     places = integersOn(device, rising(highest));
        return timer.secondsOf([&] { device.ops().findHighest(places, numbers, logits, words); })
            / double(words);
    }
    std::vector<float> logits(size_t(words), 0);
    for (size_t i = 0; i < logits.size(); ++i)
        logits[i] = float(i * 7919 % 8191) / 1024;
    engine::Sampler sampler({}, 1);
    return timer.secondsOnHost([&] { sampler.choose({.logits = logits}); }) / double(words);
}

// A picture is scaled, and known again by its content.
double pixelSeconds(PassTimer& timer)
{
    vision::Image picture{2000, 1500, {}};
    const int64_t pixels = picture.width * picture.height;
    picture.rgb.assign(size_t(3 * pixels), 90);
    const double seconds = timer.secondsOnHost([&] {
        vision::resizeImage(picture, 1024, 768, vision::Resampling::Bicubic);
        vision::ContentHasher hasher;
        hasher.add(picture.rgb);
        hasher.finish();
    });
    return seconds / double(pixels);
}

// As the system names the processor; empty if it does not.
std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != line.npos)
            return line.substr(colon + 2);
    }
    return {};
}

std::optional<kernels::DeviceOffer> offerOf(const std::string& device)
{
    for (const kernels::DeviceOffer& offer : kernels::listDevices())
        if (offer.name == device && offer.problem.empty())
            return offer;
    return std::nullopt;
}

// Without that of tests, and those that cannot be used.
std::vector<std::string> devicesHere()
{
    std::vector<std::string> devices;
    for (const kernels::DeviceOffer& offer : kernels::listDevices())
        if (offer.problem.empty() && offer.name != "reference")
            devices.push_back(offer.name);
    return devices;
}

} // namespace

std::string hardwareOf(const std::string& device, int threads)
{
    if (device == "cpu")
        return processorName() + ", " + kernels::openBackend(device, threads)->description();
    const auto offer = offerOf(device);
    return offer ? processorName() + ", " + offer->description : std::string();
}

DeviceSpeed measureDevice(const std::string& device, int threads,
    const std::function<bool(double share)>& progress, const SelfTestSize& size)
{
    const auto backend = kernels::openBackend(device, threads, LoadOptions().products);
    DeviceSpeed speed;
    speed.device = device;
    speed.hardware = hardwareOf(device, threads);
    speed.memory = backend->memory().total;
    constexpr int others = 2; // below
    PassTimer timer(*backend, size.seconds, countOfProducts() + countOfAttentions() + others,
        progress, size.now);
    measureProducts(*backend, timer, size, speed);
    measureAttention(*backend, timer, size, speed);
    speed.choiceSeconds = choiceSeconds(*backend, timer);
    speed.pixelSeconds = pixelSeconds(timer);
    return speed;
}

MachineSpeed measureMachine(int threads, const std::function<bool(double share)>& progress)
{
    MachineSpeed machine;
    std::exception_ptr failure;
    const std::vector<std::string> devices = devicesHere();
    for (size_t i = 0; i < devices.size(); ++i) {
        const auto ofAll = [&, i](double share) {
            return !progress || progress((double(i) + share) / double(devices.size()));
        };
        try {
            machine.devices.push_back(measureDevice(devices[i], threads, ofAll));
        } catch (const kernels::Error& error) {
            if (error.kind() == kernels::ErrorKind::Cancelled)
                throw;
            failure = std::current_exception();
        }
    }
    if (machine.devices.empty() && failure)
        std::rethrow_exception(failure);
    return machine;
}

} // namespace runtime
