#include "engine/models/model.h"

#include "base/error.h"
#include "engine/config/read_config.h"
#include "engine/models/decoder.h"
#include "engine/models/families/families.h"

namespace engine {

std::unique_ptr<Model> Model::load(std::shared_ptr<const WeightFile> weights,
    const ModelConfig& config, kernels::Backend& backend, const Progress& progress)
{
    validate(config, weights->path().filename().string());
    const DevicePlan devices = DevicePlan::onOneDevice(backend, config.layers);
    return load(std::move(weights), config, devices, progress);
}

std::unique_ptr<Model> Model::load(std::shared_ptr<const WeightFile> weights,
    const ModelConfig& config, const DevicePlan& devices, const Progress& progress)
{
    validate(config, weights->path().filename().string());
    const ModelPlan plan = makePlan(config);
    return std::make_unique<Decoder>(
        openTensors(std::move(weights), config), config, plan, devices, progress);
}

std::vector<kernels::Backend*> Model::cacheDevices() const
{
    return std::vector<kernels::Backend*>(size_t(config().layers), &backend());
}

PagedCache::Shape Model::cacheShape() const
{
    return {config().layers, config().kvHeads, config().headDim};
}

std::span<const float> Model::fetchLogits(int64_t)
{
    throw base::Error(
        base::ErrorKind::Unsupported, "This model doesn't keep logits on its device.");
}

void Model::setAdapters(std::vector<AdapterUse> adapters)
{
    if (!adapters.empty())
        throw base::Error(base::ErrorKind::Unsupported, "This model doesn't support adapters.");
}

} // namespace engine
