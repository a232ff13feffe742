#include "engine/models/model_identity.h"

#include "engine/config/config_fields.h"
#include "engine/models/families/families.h"

#include <array>
#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace engine {

namespace {

constexpr int64_t sampleBytes = 64; // at each of the positions below
constexpr int64_t samplePositions = 4;

// One for each kind of field.
void addValue(FingerprintMaker& maker, const RopeScaling& scaling);

void addValue(FingerprintMaker& maker, const std::string& text)
{
    maker.add(std::string_view(text));
}

void addValue(FingerprintMaker& maker, double number)
{
    maker.add(number);
}

template <typename Whole>
requires std::integral<Whole> || std::is_enum_v<Whole>
void addValue(FingerprintMaker& maker, Whole number)
{
    maker.add(int64_t(number));
}

template <typename Number>
void addValue(FingerprintMaker& maker, const std::vector<Number>& numbers)
{
    maker.add(int64_t(numbers.size()));
    for (const Number number : numbers)
        addValue(maker, number);
}

template <typename Config>
void addFields(FingerprintMaker& maker, const Config& config)
{
    forEachField(config, [&](const auto& field, const auto& value) {
        if (field.role == FieldRole::Shapes)
            addValue(maker, value);
    });
}

void addValue(FingerprintMaker& maker, const RopeScaling& scaling)
{
    addFields(maker, scaling);
}

void addSample(FingerprintMaker& maker, const WeightFile& weights, std::span<const std::byte> bytes)
{
    std::array<std::byte, size_t(sampleBytes * samplePositions)> memory;
    const std::span part = std::span(memory).first(bytes.size());
    maker.add({weights.fetch(bytes.data(), part), part.size()});
}

void addTensor(FingerprintMaker& maker, const WeightFile& weights, const WeightTensor& tensor)
{
    const std::span bytes = weights.storedBytes(tensor);
    maker.add(std::string_view(tensor.name));
    maker.add(std::string_view(kernels::name(tensor.view.dtype)));
    maker.add(int64_t(tensor.shape.size()));
    for (const int64_t extent : tensor.shape)
        maker.add(extent);

    if (bytes.size() <= size_t(sampleBytes * samplePositions))
        return addSample(maker, weights, bytes);
    const size_t last = bytes.size() - size_t(sampleBytes); // where the last sample begins
    for (size_t position = 0; position < size_t(samplePositions); ++position)
        addSample(maker, weights,
            bytes.subspan(last * position / size_t(samplePositions - 1), size_t(sampleBytes)));
}

} // namespace

Fingerprint makeIdentity(const ModelConfig& config, const WeightFile& weights)
{
    FingerprintMaker maker;
    addFields(maker, config);
    for (const WeightTensor& tensor : weights.tensors())
        addTensor(maker, weights, tensor);
    return maker.value();
}

namespace {

LayerShape layerShape(const AttentionPlan& plan, int64_t /*hidden*/)
{
    if (plan.cacheOfLayer)
        return {};
    return {.kvHeads = plan.shape.kvHeads, .headDim = plan.shape.headDim};
}

LayerShape layerShape(const LatentAttentionPlan& plan, int64_t /*hidden*/)
{
    return {.kvHeads = 1, .headDim = plan.rowColumns(), .valuesAreKeys = true};
}

LayerShape layerShape(const DeltaNetPlan& plan, int64_t /*hidden*/)
{
    return {.stateInputs = (plan.taps - 1) * plan.mixedColumns(),
        .stateMatrices = plan.shape.stateColumns()};
}

LayerShape layerShape(const ShortConvolutionPlan& plan, int64_t hidden)
{
    return {.stateInputs = (plan.taps - 1) * hidden};
}

LayerShape layerShape(const MambaPlan& plan, int64_t /*hidden*/)
{
    return {.stateInputs = (plan.taps - 1) * plan.shape.inputColumns(),
        .stateMatrices = plan.shape.stateColumns()};
}

LayerShape layerShape(const ParallelPlan& plan, int64_t hidden)
{
    LayerShape shape = layerShape(plan.attention, hidden);
    const LayerShape state = layerShape(plan.mamba, hidden);
    shape.stateInputs = state.stateInputs;
    shape.stateMatrices = state.stateMatrices;
    return shape;
}

LayerShape layerShape(const NoLayerPlan&, int64_t /*hidden*/)
{
    return {};
}

} // namespace

PagedCache::Shape makeCacheShape(const ModelPlan& plan)
{
    PagedCache::Shape shape;
    for (const BlockPlan& block : plan.blocks)
        shape.layers.push_back(std::visit(
            [&](const auto& mixer) { return layerShape(mixer, block.hidden); }, block.mixer));
    return shape;
}

PagedCache::Shape makeCacheShape(const ModelConfig& config)
{
    return makeCacheShape(makePlan(config));
}

} // namespace engine
