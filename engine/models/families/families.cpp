#include "engine/models/families/families.h"

#include "engine/config/read_config.h"

namespace engine {

bool isKnownFamily(std::string_view name)
{
    return findFamily(familyTable, name) != nullptr;
}

std::string knownFamilies()
{
    return familyNames(familyTable);
}

const Family& requireFamily(const ModelConfig& config)
{
    if (const Family* family = findFamily(familyTable, config.family))
        return *family;
    refuseFamily(config.family, familyTable);
}

ModelPlan makePlan(const ModelConfig& config)
{
    return requireFamily(config).plan(config);
}

TensorSource openTensors(std::shared_ptr<const WeightFile> weights, const ModelConfig& config)
{
    const Family* family = findFamily(familyTable, config.family);
    if (!family)
        return {std::move(weights), config.layout};
    return {std::move(weights), config.layout, decoderTensorNames(family->tensors),
        family->ggufTensors};
}

ModelConfig readConfig(const GgufFile& file)
{
    return readConfig(file, familyTable);
}

ModelConfig readConfig(
    const std::filesystem::path& folder, const WeightFile* weights, std::string_view fileName)
{
    return readConfig(folder, familyTable, weights, fileName);
}

} // namespace engine
