#include "tests/benchmarks/cuda/shapes.h"

#include <string>

namespace bench {

using kernels::DType;

namespace {

// Read row by row, not as a whole, unless it is the head as well.
bool isOnlyLookedUp(const engine::WeightTensor& tensor, const Shape& shape)
{
    return tensor.name == "token_embd.weight" && !shape.isTied;
}

void addExperts(std::vector<RandomWeights::Wanted>& tensors, const std::string& block,
    const Shape& shape, DType type)
{
    tensors.push_back({block + "attn_q_norm.weight", {shape.headDim}, DType::F32});
    tensors.push_back({block + "attn_k_norm.weight", {shape.headDim}, DType::F32});
    tensors.push_back({block + "ffn_gate_inp.weight", {shape.experts, shape.hidden}, DType::F32});
    for (const char* map : {"ffn_gate_exps.weight", "ffn_up_exps.weight"})
        tensors.push_back({block + map, {shape.experts, shape.feedForward, shape.hidden}, type});
    tensors.push_back(
        {block + "ffn_down_exps.weight", {shape.experts, shape.hidden, shape.feedForward}, type});
}

} // namespace

engine::ModelConfig configOf(const Shape& shape)
{
    engine::ModelConfig config;
    config.family = shape.experts > 0 ? "qwen3_moe" : "llama";
    config.expertCount = shape.experts;
    config.expertsUsed = shape.expertsUsed;
    config.expertFeedForward = shape.experts > 0 ? shape.feedForward : 0;
    config.name = shape.name;
    config.layers = shape.layers;
    config.hidden = shape.hidden;
    config.heads = shape.heads;
    config.kvHeads = shape.kvHeads;
    config.headDim = config.rotaryDims = shape.headDim;
    config.feedForward = shape.feedForward;
    config.vocabulary = shape.vocabulary;
    config.contextLength = 131072;
    config.ropeTheta = shape.ropeTheta;
    config.tiedEmbeddings = shape.isTied;
    return config;
}

std::shared_ptr<const RandomWeights> weightsOf(const Shape& shape, const Storage& storage)
{
    std::vector<RandomWeights::Wanted> tensors;
    const auto vector = [&](const std::string& name, int64_t length) {
        tensors.push_back({name, {length}, DType::F32});
    };
    const auto matrix = [&](const std::string& name, int64_t rows, int64_t columns) {
        tensors.push_back({name, {rows, columns}, storage.weights});
    };
    tensors.push_back({"token_embd.weight", {shape.vocabulary, shape.hidden},
        shape.isTied ? storage.head : storage.weights});
    for (int64_t layer = 0; layer < shape.layers; ++layer) {
        const std::string block = "blk." + std::to_string(layer) + ".";
        const int64_t queries = shape.heads * shape.headDim, keys = shape.kvHeads * shape.headDim;
        vector(block + "attn_norm.weight", shape.hidden);
        matrix(block + "attn_q.weight", queries, shape.hidden);
        matrix(block + "attn_k.weight", keys, shape.hidden);
        matrix(block + "attn_v.weight", keys, shape.hidden);
        matrix(block + "attn_output.weight", shape.hidden, queries);
        vector(block + "ffn_norm.weight", shape.hidden);
        if (shape.experts > 0) {
            addExperts(tensors, block, shape, storage.weights);
            continue;
        }
        matrix(block + "ffn_gate.weight", shape.feedForward, shape.hidden);
        matrix(block + "ffn_up.weight", shape.feedForward, shape.hidden);
        matrix(block + "ffn_down.weight", shape.hidden, shape.feedForward);
    }
    vector("output_norm.weight", shape.hidden);
    if (!shape.isTied)
        tensors.push_back({"output.weight", {shape.vocabulary, shape.hidden}, storage.head});
    return std::make_shared<RandomWeights>(
        std::string(shape.name) + " " + storage.name + ".gguf", tensors);
}

int64_t parametersOf(const RandomWeights& weights, const Shape& shape)
{
    int64_t sum = 0;
    for (const engine::WeightTensor& tensor : weights.tensors())
        if (tensor.shape.size() > 1 && !isOnlyLookedUp(tensor, shape))
            sum += tensor.view.elements();
    return sum;
}

int64_t bytesReadOf(const RandomWeights& weights, const Shape& shape)
{
    int64_t sum = 0;
    for (const engine::WeightTensor& tensor : weights.tensors())
        sum += isOnlyLookedUp(tensor, shape) ? 0 : tensor.view.sizeInBytes();
    return sum;
}

} // namespace bench
