#pragma once

#include "kernels/devices/backends.h"
#include "tests/kernels/cuda_on_host/controls.h"

#include <QList>
#include <QString>

#include <algorithm>
#include <utility>

namespace tests {

/// Makes the CUDA backend the one that runs on the host, for this program and those it starts,
/// unless VIGNETTE_CUDA_PLUGIN names another: that of a real GPU, say.
inline void useGpuOnHost()
{
    if (!qEnvironmentVariableIsSet("VIGNETTE_CUDA_PLUGIN"))
        qputenv("VIGNETTE_CUDA_PLUGIN", VIGNETTE_CARD_ON_HOST);
}

inline bool isGpuOnHost()
{
    useGpuOnHost();
    return qgetenv("VIGNETTE_CUDA_PLUGIN") == VIGNETTE_CARD_ON_HOST;
}

/// True if there are two GPUs, as on the host; a machine with a real one may have no second.
inline bool hasSecondGpu()
{
    useGpuOnHost();
    const auto offers = kernels::listDevices();
    return std::ranges::any_of(offers, [](const kernels::DeviceOffer& offer) {
        return offer.name == "cuda:1" && offer.problem.empty();
    });
}

inline const char* name(cuda_on_host::Order::Kind order)
{
    using Kind = cuda_on_host::Order::Kind;
    return order == Kind::Forward ? "forward" : order == Kind::Reverse ? "reverse" : "shuffled";
}

/// Every GPU, and the orders in which its threads are to run: all of them on the host, the GPU's
/// own on a real one.
inline QList<std::pair<QString, cuda_on_host::Order::Kind>> gpusUnderTest()
{
    using Kind = cuda_on_host::Order::Kind;
    const bool isOnHost = isGpuOnHost();
    QList<std::pair<QString, Kind>> gpus;
    for (const kernels::DeviceOffer& offer : kernels::listDevices())
        if (offer.name.starts_with("cuda") && offer.problem.empty())
            for (Kind order : {Kind::Forward, Kind::Reverse, Kind::Shuffled})
                if (isOnHost || order == Kind::Forward)
                    gpus.emplace_back(QString::fromStdString(offer.name), order);
    return gpus;
}

} // namespace tests
