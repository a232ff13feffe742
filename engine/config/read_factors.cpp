#include "engine/config/read_factors.h"

#include "base/error.h"
#include "engine/config/tensor_names.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace engine {

namespace {

// The value of a factor; nothing if the family has none. What is null is as if the family had none.
std::optional<double> factorIn(const JsonFields& fields, const ConfigFactor& factor)
{
    if (factor.key.empty() || fields.isNull(factor.key))
        return std::nullopt;
    const double value = fields.number(factor.key).value_or(factor.otherwise);
    if (!(value >= 0))
        fields.refuse(factor.key, "a non-negative number");
    return value == 0 ? std::nullopt : std::optional(value);
}

std::optional<double> factorIn(
    const ArchitectureKeys& keys, const std::string& key, const ConfigFactor& factor)
{
    if (factor.key.empty() || !keys.has(key))
        return std::nullopt;
    const double value = keys.number(key, 0);
    if (!(value >= 0))
        throw base::Error(base::ErrorKind::BadFile,
            keys.fileName() + " must have a non-negative number as " + key);
    return value == 0 ? std::nullopt : std::optional(value);
}

} // namespace

void readFactors(ModelConfig& config, const JsonFields& decoder, const JsonFields& rope,
    const ConfigFactors& factors)
{
    const auto find = [&](const ConfigFactor& factor) { return factorIn(decoder, factor); };
    config.embeddingScale = find(factors.embedding).value_or(1);
    config.residualScale = find(factors.residual).value_or(1);
    config.attentionScale = find(factors.attention).value_or(0);
    if (const auto root = find(factors.attentionRoot))
        config.attentionScale = 1 / std::sqrt(*root);
    if (const auto ofQueries = find(factors.queries))
        config.attentionScale = *ofQueries / std::sqrt(double(config.headDim));
    config.logitScale = find(factors.logits).value_or(1);
    if (const auto divisor = find(factors.logitDivisor))
        config.logitScale = 1 / *divisor;
    config.attentionCap = find(factors.attentionCap).value_or(0);
    config.logitCap = find(factors.logitCap).value_or(0);
    config.queryGrowth = factorIn(rope, factors.queryGrowth).value_or(0);
}

void readFactors(ModelConfig& config, const ArchitectureKeys& keys, const ConfigFactors& factors)
{
    const auto find = [&](const char* key, const ConfigFactor& factor, double otherwise) {
        return factorIn(keys, key, factor).value_or(otherwise);
    };
    config.embeddingScale = find("embedding_scale", factors.embedding, 1);
    config.residualScale = find("residual_scale", factors.residual, 1);
    config.attentionScale = find("attention.scale", factors.attention, 0);
    config.logitScale = find("logit_scale", factors.logits, 1);
    config.logitScale /= find("logit_scale", factors.logitDivisor, 1);
    config.attentionCap = find("attn_logit_softcapping", factors.attentionCap, 0);
    config.logitCap = find("final_logit_softcapping", factors.logitCap, 0);
    config.queryGrowth = find("attention.temperature_scale", factors.queryGrowth, 0);
}

std::string commonWeightType(const WeightFile& file, int64_t layers)
{
    std::map<kernels::DType, int64_t> bytes;
    for (const WeightTensor& tensor : file.tensors())
        if (!isMtpTensor(tensor.name, layers))
            bytes[tensor.view.dtype] += tensor.view.sizeInBytes();
    const auto most = std::max_element(bytes.begin(), bytes.end(),
        [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == bytes.end())
        return "";
    const std::string packing = file.packing();
    return packing.empty() ? kernels::name(most->first)
                           : packing + " as " + kernels::name(most->first);
}

} // namespace engine
