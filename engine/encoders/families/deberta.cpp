#include "engine/encoders/families/families.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

// True if the value, a text or a list of texts, names it: "c2p|p2c" names both.
bool names(const JsonFields& fields, const char* key, const char* word)
{
    const auto texts = fields.texts(key).value_or(std::vector<std::string>());
    return std::ranges::any_of(
        texts, [&](const std::string& text) { return text.find(word) != text.npos; });
}

void read(EncoderConfig& config, const JsonFields& fields)
{
    for (const char* key : {"conv_kernel_size", "embedding_size"})
        if (const int64_t size = fields.integer(key).value_or(0); size > 0 && size != config.hidden)
            refuseEncoder(fields, "uses " + std::string(key) + ", which isn't supported");
    if (!fields.boolean("relative_attention").value_or(false)
        || !fields.boolean("share_att_key").value_or(false))
        refuseEncoder(fields, "must have relative_attention and share_att_key");
    config.relativeKeys = names(fields, "pos_att_type", "c2p");
    config.relativeQueries = names(fields, "pos_att_type", "p2c");
    const int64_t buckets = fields.integer("position_buckets").value_or(-1);
    const int64_t reach = fields.integer("max_relative_positions").value_or(-1);
    config.relativeReach = reach > 0 ? reach : config.maxTokens;
    config.bucketsAreLogarithmic = buckets > 0;
    config.relativeBuckets = buckets > 0 ? buckets : config.relativeReach;
    config.normsRelative = names(fields, "norm_rel_ebd", "layer_norm");
    config.hasPositions = fields.boolean("position_biased_input").value_or(true);
    config.tokenTypes = fields.integer("type_vocab_size").value_or(0);
    config.headActivation = headActivationNamed(fields.text("pooler_hidden_act").value_or("gelu"));
    config.pooling = EncoderConfig::Pooling::First; // of heads
}

EncoderPlan plan(const EncoderConfig& config)
{
    EncoderPlan plan = defaultEncoderPlan(config);
    plan.ofTexts.hasDense = true;
    plan.relative = RelativePlan{.buckets = config.relativeBuckets,
        .isLogarithmic = config.bucketsAreLogarithmic,
        .reach = config.relativeReach,
        .maxTokens = config.maxTokens,
        .addsKeys = config.relativeKeys,
        .addsQueries = config.relativeQueries};
    if (config.normsRelative)
        plan.relative->norm = plan.embeddingNorm;
    // Scores are divided by the root of how many products they are the sum of.
    const int products = 1 + int(config.relativeKeys) + int(config.relativeQueries);
    for (BlockPlan& block : plan.model.blocks)
        block.attention().shape.scale
            = 1 / std::sqrt(float(products * block.attention().shape.headDim));
    return plan;
}

constexpr BlockNames blockNames{
    .attentionEndNorm = "attn_output_norm", .mlpEndNorm = "layer_output_norm"};

constexpr std::string_view familyNames[] = {"deberta-v2"};
constexpr std::string_view prefixes[] = {"deberta.", ""};
constexpr TensorName tensors[] = {
    {"token_embd", "embeddings.word_embeddings"},
    {"position_embd", "embeddings.position_embeddings"},
    {"token_types", "embeddings.token_type_embeddings"},
    {"token_embd_norm", "embeddings.LayerNorm"},
    {"rel_embd", "encoder.rel_embeddings"},
    {"rel_embd_norm", "encoder.LayerNorm"},
    {"blk.*.attn_q", "encoder.layer.*.attention.self.query_proj"},
    {"blk.*.attn_k", "encoder.layer.*.attention.self.key_proj"},
    {"blk.*.attn_v", "encoder.layer.*.attention.self.value_proj"},
    {"blk.*.attn_output", "encoder.layer.*.attention.output.dense"},
    {"blk.*.attn_output_norm", "encoder.layer.*.attention.output.LayerNorm"},
    {"blk.*.ffn_up", "encoder.layer.*.intermediate.dense"},
    {"blk.*.ffn_down", "encoder.layer.*.output.dense"},
    {"blk.*.layer_output_norm", "encoder.layer.*.output.LayerNorm"},
};

} // namespace

// DeBERTa-v2 and v3 (He et al., 2021, arXiv:2006.03654 and 2111.09543). llama.cpp has no names for
// its tensors of distances.
const EncoderFamily debertaFamily{
    .names = familyNames,
    .read = read,
    .plan = plan,
    .prefixes = prefixes,
    .tensors = tensors,
    .blockNames = blockNames,
};

} // namespace engine
