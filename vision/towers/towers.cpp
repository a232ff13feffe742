#include "vision/towers/towers.h"

#include "kernels/error.h"

#include <algorithm>
#include <array>

namespace vision {

namespace {

bool holds(std::span<const std::string_view> names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

template <typename Condition>
const TowerFamily* firstWhere(Condition condition)
{
    for (const TowerFamily& family : towerFamilies())
        if (condition(family))
            return &family;
    return nullptr;
}

} // namespace

std::span<const TowerFamily> towerFamilies()
{
    static const std::array table = {idefics3Family, llavaFamily};
    return table;
}

const TowerFamily* towerFamily(std::string_view name)
{
    return firstWhere([&](const TowerFamily& family) { return name == family.name; });
}

const TowerFamily* towerFamilyOfModelType(std::string_view modelType, std::string_view towerType)
{
    return firstWhere([&](const TowerFamily& family) {
        return holds(family.modelTypes, modelType)
            && (towerType.empty() || holds(family.towerTypes, towerType));
    });
}

const TowerFamily* towerFamilyOfProjector(std::string_view projectorType)
{
    return firstWhere(
        [&](const TowerFamily& family) { return holds(family.projectorTypes, projectorType); });
}

TowerPlan towerPlan(const VisionConfig& config)
{
    if (const TowerFamily* family = towerFamily(config.family))
        return family->plan();
    throw kernels::Error(kernels::ErrorKind::Unsupported,
        "vision towers of the family \"" + config.family + "\" cannot be run yet");
}

} // namespace vision
