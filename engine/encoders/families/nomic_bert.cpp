#include "engine/encoders/families/families.h"

namespace engine {

namespace {

void read(EncoderConfig& config, const JsonFields& fields)
{
    for (const char* key : {"prenorm", "parallel_block", "use_rms_norm", "rotary_emb_interleaved"})
        if (fields.boolean(key).value_or(false))
            refuseEncoder(fields, "uses " + std::string(key) + ", which isn't supported");
    if (fields.integer("num_experts").value_or(0) > 1)
        refuseEncoder(fields, "uses experts, which isn't supported for this family");
    if (fields.number("rotary_emb_fraction").value_or(1) != 1)
        refuseEncoder(fields, "uses a rotary_emb_fraction other than 1");
    config.hasPositions = false;
    config.tokenTypes = fields.integer("type_vocab_size").value_or(2);
    const auto inParameters = fields.object("rope_parameters").number("rope_theta");
    config.ropeTheta = fields.number("rotary_emb_base").value_or(inParameters.value_or(10000));
    config.pooling = EncoderConfig::Pooling::First; // of heads
}

void readGguf(EncoderConfig& config, const GgufMetadata& metadata)
{
    config.hasPositions = false;
    config.ropeTheta = metadata.number("nomic-bert.rope.freq_base").value_or(10000);
    config.activation = kernels::Activation::Silu;
}

EncoderPlan plan(const EncoderConfig& config)
{
    EncoderPlan plan = defaultEncoderPlan(config);
    plan.ofTexts.hasDense = true;
    for (BlockPlan& block : plan.model.blocks)
        std::get<DensePlan>(block.mlp).isGated = true;
    return plan;
}

constexpr BlockNames blockNames{
    .attentionEndNorm = "attn_output_norm", .mlpEndNorm = "layer_output_norm"};

constexpr std::string_view names[] = {"nomic_bert"};
constexpr std::string_view prefixes[] = {"", "bert.", "nomic_bert.", "model."};
constexpr TensorName tensors[] = {
    {"token_embd", "embeddings.word_embeddings"},
    {"token_types", "embeddings.token_type_embeddings"},
    {"token_embd_norm", "emb_ln"},
    {"blk.*.attn_qkv", "encoder.layers.*.attn.Wqkv"},
    {"blk.*.attn_output", "encoder.layers.*.attn.out_proj"},
    {"blk.*.attn_output_norm", "encoder.layers.*.norm1"},
    {"blk.*.ffn_up", "encoder.layers.*.mlp.fc11"},
    {"blk.*.ffn_gate", "encoder.layers.*.mlp.fc12"},
    {"blk.*.ffn_down", "encoder.layers.*.mlp.fc2"},
    {"blk.*.layer_output_norm", "encoder.layers.*.norm2"},
};

} // namespace

// Nomic Embed (Nussbaum et al., 2024, arXiv:2402.01613): BERT with rotary positions and gated MLPs.
// Its own files have keys of GPT-2, those of transformers 5 the usual ones.
const EncoderFamily nomicBertFamily{
    .names = names,
    .architecture = "nomic-bert",
    .keys = {.layers = "n_layer",
        .hidden = "n_embd",
        .heads = "n_head",
        .feedForward = "n_inner",
        .epsilon = "layer_norm_epsilon",
        .positions = "n_positions",
        .activation = "activation_function"},
    .read = read,
    .readGguf = readGguf,
    .plan = plan,
    .prefixes = prefixes,
    .tensors = tensors,
    .blockNames = blockNames,
};

} // namespace engine
