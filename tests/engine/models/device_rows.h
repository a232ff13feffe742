#pragma once

#include "tests/engine/models/model_under_test.h"
#include "tests/kernels/gpu_on_host.h"

#include <limits>
#include <string>
#include <vector>

namespace tests {

/// Whether a test of so much work runs on the GPU, too: any on a real one, few of them on the one
/// that is made of the CPU, which takes a hundred times as long.
enum class Work { Little, Much };

/// The devices a conformance test runs on: the reference, the widest instruction set and, for
/// little work, the GPU. If VIGNETTE_TEST_MATRIX is set, as it is for the tests whose names end
/// with "@matrix", all the others.
inline std::vector<std::string> conformanceDevices(Work work)
{
    const bool isMatrix = qEnvironmentVariableIsSet("VIGNETTE_TEST_MATRIX");
    const bool isSlow = isGpuOnHost();
    const std::vector<std::string>& names = backendNames();
    std::vector<std::string> wanted;
    for (const std::string& name : names)
        if (isMatrix != (name == names.front() || name == names.back()))
            wanted.push_back(name);
    if (isMatrix != (work == Work::Little || !isSlow))
        wanted.emplace_back("cuda:0");
    return wanted;
}

/// The most tokens of a prompt that a device reads in one pass with numbers of f32. A GPU takes
/// passes of more rows for prompts, whose numbers it rounds: see kernels/cuda/README.md.
inline int64_t exactChunk(const engine::Model& model)
{
    return model.backend().isAccelerator() ? 64 : std::numeric_limits<int64_t>::max();
}

} // namespace tests
