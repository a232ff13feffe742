#include "engine/models/families/families.h"

#include "base/error.h"
#include "engine/config/read_config.h"

namespace engine {

bool isKnownFamily(std::string_view name)
{
    return findFamily(familyTable, name) != nullptr;
}

std::string knownFamilies()
{
    std::string names;
    for (const Family* family : familyTable)
        names += (names.empty() ? "" : ", ") + std::string(*family->names.begin());
    return names;
}

const Family& requireFamily(const ModelConfig& config)
{
    if (const Family* family = findFamily(familyTable, config.family))
        return *family;
    throw base::Error(base::ErrorKind::Unsupported,
        "The model's architecture is \"" + config.family
            + "\", which isn't supported. Supported: " + knownFamilies() + ".");
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
