#include "kernels/devices/backends.h"

#include "kernels/cpu/cpu_backend.h"
#include "kernels/cpu/cpu_features.h"
#include "kernels/reference/reference_backend.h"

namespace kernels {
namespace {

const char* const noCuda = "this build has no CUDA backend";

DeviceOffer offerOfCpu()
{
    try {
        return {"cpu", std::string("CPU, ") + title(cpu::chosenInstructionSet()), ""};
    } catch (const Error& error) {
        return {"cpu", "CPU", error.what()};
    }
}

} // namespace

std::vector<DeviceOffer> listDevices()
{
    return {
        offerOfCpu(),
        {"cuda", "NVIDIA graphics card", noCuda},
        {"reference", reference::ReferenceBackend().description(), ""},
    };
}

std::unique_ptr<Backend> openBackend(std::string_view device, int threads)
{
    CHECK(threads >= 0);
    if (device == "cpu")
        return std::make_unique<cpu::CpuBackend>(cpu::chosenInstructionSet(), threads);
    if (device == "reference")
        return std::make_unique<reference::ReferenceBackend>();
    if (device == "cuda" || device.starts_with("cuda:"))
        throw Error(ErrorKind::Unsupported, std::string(noCuda) + "; use --device cpu");
    throw Error(ErrorKind::Unsupported,
        "there is no device \"" + std::string(device) + "\"; known are cpu and reference");
}

} // namespace kernels
