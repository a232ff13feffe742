#include "vision/vision_block.h"

#include <cmath>

namespace vision {

using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

namespace {

std::string prefix(int64_t index)
{
    return std::string("v.blk.") + std::to_string(index) + ".";
}

} // namespace

BlockScratch::BlockScratch(kernels::Backend& backend, const VisionConfig& config, int64_t rows)
    : normed(backend, DType::F32, rows, config.hidden)
    , query(backend, DType::F32, rows, config.hidden)
    , key(backend, DType::F32, rows, config.hidden)
    , value(backend, DType::F32, rows, config.hidden)
    , attended(backend, DType::F32, rows, config.hidden)
    , wide(backend, DType::F32, rows, config.feedForward)
{
}

VisionBlock::VisionBlock(const WeightLoader& loader, const VisionConfig& config, int64_t index)
    : m_attentionNorm(loader.norm(prefix(index) + "ln1", config.hidden))
    , m_mlpNorm(loader.norm(prefix(index) + "ln2", config.hidden))
    , m_query(loader.linear(prefix(index) + "attn_q", config.hidden, config.hidden))
    , m_key(loader.linear(prefix(index) + "attn_k", config.hidden, config.hidden))
    , m_value(loader.linear(prefix(index) + "attn_v", config.hidden, config.hidden))
    , m_out(loader.linear(prefix(index) + "attn_out", config.hidden, config.hidden))
    , m_up(loader.linear(prefix(index) + "ffn_up", config.feedForward, config.hidden))
    , m_down(loader.linear(prefix(index) + "ffn_down", config.hidden, config.feedForward))
    , m_activation(config.activation)
    , m_epsilon(float(config.normEpsilon))
{
    m_shape.heads = m_shape.kvHeads = int(config.heads);
    m_shape.headDim = int(config.hidden / config.heads);
    m_shape.scale = 1 / std::sqrt(float(m_shape.headDim));
}

void VisionBlock::forward(
    kernels::Ops& ops, TensorView hidden, int64_t rowsPerTile, const BlockScratch& scratch) const
{
    const auto norm = [&](const NormWeights& weights) {
        ops.layerNorm(
            scratch.normed, hidden, weights.weight.view(), weights.bias.view(), m_epsilon);
    };

    norm(m_attentionNorm);
    m_query.forward(ops, scratch.query, scratch.normed);
    m_key.forward(ops, scratch.key, scratch.normed);
    m_value.forward(ops, scratch.value, scratch.normed);
    ops.attendAll(
        scratch.attended, scratch.query, scratch.key, scratch.value, rowsPerTile, m_shape);
    m_out.forward(ops, scratch.normed, scratch.attended);
    ops.add(hidden, scratch.normed);

    norm(m_mlpNorm);
    m_up.forward(ops, scratch.wide, scratch.normed);
    ops.activate(scratch.wide, m_activation);
    m_down.forward(ops, scratch.normed, scratch.wide);
    ops.add(hidden, scratch.normed);
}

} // namespace vision
