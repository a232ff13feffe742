#include "engine/encoders/encoder_head.h"

#include "base/error.h"
#include "engine/files/open_weights.h"
#include "engine/layers/step.h"

namespace engine {

using kernels::Activation;
using kernels::TensorView;

namespace {

void activate(Step& step, TensorView x, HeadActivation activation)
{
    switch (activation) {
    case HeadActivation::None:
        return;
    case HeadActivation::Tanh:
        return step.ops().cap(x, 1);
    case HeadActivation::GeluErf:
        return step.ops().activate(x, Activation::GeluErf);
    case HeadActivation::GeluTanh:
        return step.ops().activate(x, Activation::GeluTanh);
    case HeadActivation::Relu:
        return step.ops().activate(x, Activation::Relu);
    case HeadActivation::Silu:
        return step.ops().activate(x, Activation::Silu);
    }
}

// A file with a single layer has it under the name of the first in GGUF files.
const char* outputName(const Weights& weights)
{
    return weights.has("cls.output.weight") ? "cls.output" : "cls";
}

} // namespace

std::span<const TensorName> headTensorNames()
{
    static constexpr TensorName names[] = {
        {"cls", "pooler.dense"},
        {"cls", "classifier.dense"},
        {"cls", "head.dense"},
        {"cls.norm", "head.norm"},
        {"cls.output", "classifier"},
        {"cls.output", "classifier.out_proj"},
        {"cls.output", "qa_outputs"},
    };
    return names;
}

EncoderHead::EncoderHead(
    const Weights& weights, const EncoderHeadPlan& plan, const EncoderConfig& config)
    : m_output(weights, outputName(weights), int64_t(config.labels.size()), config.hidden)
{
    if (plan.hasDense && weights.has("cls.output.weight")) {
        m_dense.emplace(weights, "cls", config.hidden, config.hidden);
        m_activation = config.headActivation;
    }
    if (plan.hasNorm)
        m_norm = Norm(weights, "cls.norm", config.hidden, plan.norm);
}

EncoderHead::EncoderHead(const Weights& weights, Weight logits, const HeadPlan& plan)
    : m_output(weights, "output", std::move(logits))
    , m_scale(plan.scale)
    , m_cap(plan.cap)
{
}

void EncoderHead::forward(Step& step, TensorView out, TensorView x) const
{
    const Scratch dense = step.scratch(m_dense ? x.rows : 0, x.columns);
    const TensorView read = m_dense ? dense.view() : x;
    if (m_dense)
        m_dense->forward(step, read, x);
    activate(step, read, m_activation);
    if (!m_norm.isEmpty())
        m_norm.forward(step, read, read);
    m_output.forward(step, out, read);
    if (m_scale != 1)
        step.ops().scale(out, m_scale);
    if (m_cap > 0)
        step.ops().cap(out, m_cap);
}

DenseModules::DenseModules(const Weights& weights, const EncoderConfig& config)
{
    static constexpr std::string_view prefixes[] = {""};
    static constexpr TensorName names[] = {{"dense", "linear"}};
    int number = 2; // of the first in GGUF files, after its number in modules.json
    for (const DenseModule& module : config.dense) {
        if (module.folder.empty()) {
            m_layers.push_back(
                {{weights, "dense_" + std::to_string(number++), module.outputs, module.inputs},
                    module.activation});
            continue;
        }
        m_sources.push_back(std::make_unique<TensorSource>(
            openWeights(module.folder), FileLayout::HuggingFace, TensorNames{{prefixes, names}}));
        const Weights own(*m_sources.back(), weights.backend());
        m_layers.push_back({{own, "dense", module.outputs, module.inputs}, module.activation});
    }
}

std::vector<float> DenseModules::forward(Step& step, std::span<const float> vectors) const
{
    std::vector<float> values(vectors.begin(), vectors.end());
    for (const Layer& layer : m_layers) {
        const int64_t inputs = layer.linear.weight().columns;
        const auto rows = int64_t(values.size()) / inputs;
        const Scratch x = step.numbers(values);
        const Scratch out = step.scratch(rows, layer.linear.outputs());
        layer.linear.forward(step, out, x.view().reshaped(rows, inputs));
        activate(step, out, layer.activation);
        values.resize(size_t(rows * layer.linear.outputs()));
        step.backend().download(values.data(), out);
    }
    return values;
}

} // namespace engine
