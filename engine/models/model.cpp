#include "engine/models/model.h"

#include "engine/config/read_config.h"
#include "engine/models/architectures.h"
#include "engine/models/decoder.h"

namespace engine {

std::unique_ptr<Model> Model::load(std::shared_ptr<const WeightFile> weights,
    const ModelConfig& config, kernels::Backend& backend, const Progress& progress)
{
    validate(config, weights->path().filename().string());
    const ModelPlan plan = makePlan(config);
    const DevicePlan devices = DevicePlan::onOneDevice(backend, plan.layers);
    return std::make_unique<Decoder>(
        TensorSource(std::move(weights), config.layout), config, plan, devices, progress);
}

} // namespace engine
