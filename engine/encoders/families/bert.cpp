#include "engine/encoders/families/families.h"

#include <algorithm>

namespace engine {

namespace {

EncoderPlan plan(const EncoderConfig& config)
{
    EncoderPlan plan = defaultEncoderPlan(config);
    plan.ofTexts.hasDense = true;
    return plan;
}

void read(EncoderConfig& config, const JsonFields& fields)
{
    if (fields.text("position_embedding_type").value_or("absolute") != "absolute")
        refuseEncoder(fields, "uses positions that aren't absolute");
    config.tokenTypes = fields.integer("type_vocab_size").value_or(2);
    config.pooling = EncoderConfig::Pooling::First; // of heads
}

// The first position is the one after the id of the padding.
void readRoberta(EncoderConfig& config, const JsonFields& fields)
{
    read(config, fields);
    config.firstPosition
        = std::clamp<int64_t>(fields.integer("pad_token_id").value_or(1), 0, 1 << 24) + 1;
    config.maxTokens -= config.firstPosition;
}

constexpr BlockNames blockNames{
    .attentionEndNorm = "attn_output_norm", .mlpEndNorm = "layer_output_norm"};

constexpr std::string_view names[] = {"bert"};
constexpr std::string_view robertaNames[] = {"xlm-roberta", "roberta", "camembert"};
constexpr std::string_view prefixes[] = {"", "bert.", "roberta.", "model."};
constexpr TensorName tensors[] = {
    {"token_embd", "embeddings.word_embeddings"},
    {"position_embd", "embeddings.position_embeddings"},
    {"token_types", "embeddings.token_type_embeddings"},
    {"token_embd_norm", "embeddings.LayerNorm"},
    {"blk.*.attn_q", "encoder.layer.*.attention.self.query"},
    {"blk.*.attn_k", "encoder.layer.*.attention.self.key"},
    {"blk.*.attn_v", "encoder.layer.*.attention.self.value"},
    {"blk.*.attn_output", "encoder.layer.*.attention.output.dense"},
    {"blk.*.attn_output_norm", "encoder.layer.*.attention.output.LayerNorm"},
    {"blk.*.ffn_up", "encoder.layer.*.intermediate.dense"},
    {"blk.*.ffn_down", "encoder.layer.*.output.dense"},
    {"blk.*.layer_output_norm", "encoder.layer.*.output.LayerNorm"},
};

} // namespace

// BERT (Devlin et al., 2018, arXiv:1810.04805). Its converter for GGUF files drops the positions
// before the first.
const EncoderFamily bertFamily{
    .names = names,
    .architecture = "bert",
    .read = read,
    .plan = plan,
    .prefixes = prefixes,
    .tensors = tensors,
    .blockNames = blockNames,
};

// RoBERTa (Liu et al., 2019, arXiv:1907.11692) and XLM-RoBERTa.
const EncoderFamily robertaFamily{
    .names = robertaNames,
    .architecture = "bert",
    .read = readRoberta,
    .plan = plan,
    .prefixes = prefixes,
    .tensors = tensors,
    .blockNames = blockNames,
};

} // namespace engine
