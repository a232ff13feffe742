#include "engine/encoders/families/families.h"

#include <algorithm>

namespace engine {

namespace {

double ropeTheta(const JsonFields& fields, const char* key, const char* layers, double otherwise)
{
    const auto ofLayers = fields.object("rope_parameters").object(layers).number("rope_theta");
    return fields.number(key).value_or(ofLayers.value_or(otherwise));
}

void read(EncoderConfig& config, const JsonFields& fields)
{
    config.hasPositions = false;
    config.ropeTheta = ropeTheta(fields, "global_rope_theta", "full_attention", 160000);
    config.localRopeTheta = ropeTheta(fields, "local_rope_theta", "sliding_attention", 10000);
    config.window = fields.integer("local_attention").value_or(128);
    const int64_t interval = fields.integer("global_attn_every_n_layers").value_or(3);
    const auto types = fields.texts("layer_types");
    for (int64_t layer = 0; layer < config.layers; ++layer) {
        const bool isGlobal = types && size_t(layer) < types->size()
            ? (*types)[size_t(layer)] == "full_attention"
            : interval > 0 && layer % interval == 0;
        if (!isGlobal)
            config.windowedLayers.push_back(layer);
    }
    config.normsHaveBias = fields.boolean("norm_bias").value_or(false);
    config.headActivation
        = headActivationNamed(fields.text("classifier_activation").value_or("gelu"));
    config.pooling = fields.text("classifier_pooling").value_or("cls") == "mean"
        ? EncoderConfig::Pooling::Mean
        : EncoderConfig::Pooling::First;
}

void readGguf(EncoderConfig& config, const GgufMetadata& metadata)
{
    config.hasPositions = false;
    config.normsHaveBias = false;
    config.ropeTheta = metadata.number("modern-bert.rope.freq_base").value_or(160000);
    config.localRopeTheta = metadata.number("modern-bert.rope.freq_base_swa").value_or(10000);
    config.window = metadata.integer("modern-bert.attention.sliding_window").value_or(128);
    const int64_t interval
        = metadata.integer("modern-bert.attention.sliding_window_pattern").value_or(3);
    for (int64_t layer = 0; layer < config.layers; ++layer)
        if (interval <= 0 || layer % interval != 0)
            config.windowedLayers.push_back(layer);
    config.headActivation = HeadActivation::GeluErf;
}

EncoderPlan plan(const EncoderConfig& config)
{
    EncoderPlan plan = defaultEncoderPlan(config);
    plan.hasOutputNorm = true;
    plan.ofTexts = {.hasDense = true, .hasNorm = true, .norm = *plan.embeddingNorm};
    plan.ofTokens = plan.ofTexts;
    plan.windows.push_back({config.window / 2, config.window / 2});
    plan.model.rotaries.push_back(plan.model.rotaries.front());
    plan.model.rotaries.back().theta = config.localRopeTheta;
    for (size_t layer = 0; layer < plan.model.blocks.size(); ++layer) {
        BlockPlan& block = plan.model.blocks[layer];
        block.norms.where = NormPlan::Where::Before;
        block.norms.hasAttentionNorm = layer > 0;
        std::get<DensePlan>(block.mlp).isGated = true;
        if (std::ranges::binary_search(config.windowedLayers, int64_t(layer))) {
            block.attention().rotary = 1;
            block.attention().spans = 1;
        }
    }
    return plan;
}

constexpr std::string_view names[] = {"modernbert"};
constexpr std::string_view prefixes[] = {"model.", ""};
constexpr TensorName tensors[] = {
    {"token_embd", "embeddings.tok_embeddings"},
    {"token_embd_norm", "embeddings.norm"},
    {"blk.*.attn_norm", "layers.*.attn_norm"},
    {"blk.*.attn_qkv", "layers.*.attn.Wqkv"},
    {"blk.*.attn_output", "layers.*.attn.Wo"},
    {"blk.*.ffn_norm", "layers.*.mlp_norm"},
    {"blk.*.ffn_up", "layers.*.mlp.Wi"},
    {"blk.*.ffn_down", "layers.*.mlp.Wo"},
    {"output_norm", "final_norm"},
};

} // namespace

// ModernBERT (Warner et al., 2024, arXiv:2412.13663): rotary positions of two bases, windows in most
// layers, gated MLPs, no biases.
const EncoderFamily modernBertFamily{
    .names = names,
    .architecture = "modern-bert",
    .keys = {.epsilon = "norm_eps", .activation = "hidden_activation"},
    .read = read,
    .readGguf = readGguf,
    .plan = plan,
    .prefixes = prefixes,
    .tensors = tensors,
};

} // namespace engine
