#include "engine/models/architectures.h"

#include "engine/models/families.h"
#include "kernels/error.h"

#include <algorithm>

namespace engine {

namespace {

constexpr Architecture table[] = {
    {"llama", planLlama}, // SmolVLM, Idefics3 and LLaVA speak it too
    {"qwen2", planQwen2},
    {"qwen3", planQwen3},
};

const Architecture* findFamily(std::string_view family)
{
    const auto* found = std::ranges::find(table, family, &Architecture::family);
    return found == std::end(table) ? nullptr : found;
}

} // namespace

std::span<const Architecture> architectures()
{
    return table;
}

bool isKnownFamily(std::string_view family)
{
    return findFamily(family) != nullptr;
}

std::string knownFamilies()
{
    std::string names;
    for (const Architecture& row : table)
        names += (names.empty() ? "" : ", ") + std::string(row.family);
    return names;
}

ModelPlan makePlan(const ModelConfig& config)
{
    if (const Architecture* architecture = findFamily(config.family))
        return architecture->plan(config);
    throw kernels::Error(kernels::ErrorKind::Unsupported,
        "The model is of the family \"" + config.family + "\"; this version runs " + knownFamilies()
            + ".");
}

} // namespace engine
