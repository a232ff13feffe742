#include "engine/models/model_identity.h"

#include <string_view>

namespace engine {

namespace {

constexpr int64_t sampleBytes = 64; // at each of the places below
constexpr int64_t samplePlaces = 4;

template <typename Number>
void addList(FingerprintMaker& maker, const std::vector<Number>& numbers)
{
    maker.add(int64_t(numbers.size()));
    for (const Number number : numbers)
        maker.add(double(number));
}

void addScaling(FingerprintMaker& maker, const RopeScaling& scaling)
{
    maker.add(int64_t(scaling.kind));
    for (const double number :
        {scaling.factor, scaling.lowFrequencyFactor, scaling.highFrequencyFactor, scaling.betaFast,
            scaling.betaSlow, scaling.attentionFactor})
        maker.add(number);
    maker.add(scaling.originalContext);
    addList(maker, scaling.shortFactors);
    addList(maker, scaling.longFactors);
}

void addConfig(FingerprintMaker& maker, const ModelConfig& config)
{
    maker.add(std::string_view(config.family));
    maker.add(std::string_view(config.activation));
    for (const int64_t number :
        {int64_t(config.layout), config.layers, config.hidden, config.heads, config.kvHeads,
            config.headDim, config.feedForward, config.vocabulary, config.contextLength,
            config.rotaryDims, int64_t(config.tiedEmbeddings), int64_t(config.attentionBias)})
        maker.add(number);
    maker.add(config.normEpsilon);
    maker.add(config.ropeTheta);
    addScaling(maker, config.ropeScaling);
    addList(maker, config.ropeFactors);
}

void addTensor(FingerprintMaker& maker, const WeightTensor& tensor)
{
    maker.add(std::string_view(tensor.name));
    maker.add(std::string_view(kernels::name(tensor.view.dtype)));
    maker.add(int64_t(tensor.shape.size()));
    for (const int64_t extent : tensor.shape)
        maker.add(extent);

    const std::span<const std::byte> bytes(
        tensor.view.data<const std::byte>(), size_t(tensor.view.sizeInBytes()));
    if (bytes.size() <= size_t(sampleBytes * samplePlaces))
        return maker.add(bytes);
    const size_t last = bytes.size() - size_t(sampleBytes); // where the last sample begins
    for (size_t place = 0; place < size_t(samplePlaces); ++place)
        maker.add(bytes.subspan(last * place / size_t(samplePlaces - 1), size_t(sampleBytes)));
}

} // namespace

Fingerprint identityOf(const ModelConfig& config, const WeightFile& weights)
{
    FingerprintMaker maker;
    addConfig(maker, config);
    for (const WeightTensor& tensor : weights.tensors())
        addTensor(maker, tensor);
    return maker.value();
}

} // namespace engine
