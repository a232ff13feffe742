#include "runtime/models/weight_bytes.h"

#include "engine/config/tensor_names.h"

#include <algorithm>
#include <array>

namespace runtime {

namespace {

template <size_t Count>
bool containsAny(std::string_view name, const std::array<std::string_view, Count>& words)
{
    return std::ranges::any_of(
        words, [&](std::string_view word) { return name.find(word) != name.npos; });
}

// One tensor for all experts of a layer, or one for each; the last is how old GGUF files call them:
// blk.0.ffn_gate.7.weight.
bool isOfExperts(std::string_view name)
{
    static constexpr std::array<std::string_view, 2> words{"_exps.", "experts."};
    if (containsAny(name, words))
        return true;
    const size_t part = name.find(".ffn_");
    const size_t number = part == name.npos ? part : name.find('.', part + 1);
    return number != name.npos && number + 1 < name.size() && name[number + 1] >= '0'
        && name[number + 1] <= '9';
}

bool isHead(std::string_view name)
{
    return name == "output.weight" || name.ends_with("lm_head.weight");
}

bool isTokenTable(std::string_view name)
{
    return name == "token_embd.weight" || name.ends_with("embed_tokens.weight");
}

bool isTable(std::string_view name)
{
    static constexpr std::array<std::string_view, 2> words{"token_embd", "embed_tokens"};
    return containsAny(name, words);
}

// Where a tensor of the decoder counts; null: nowhere.
FormBytes* placeOf(WeightBytes& bytes, std::string_view name, bool headIsEmbedding)
{
    if (headIsEmbedding ? isTokenTable(name) : isHead(name))
        return &bytes.head;
    if (isHead(name) || isTable(name))
        return nullptr;
    return isOfExperts(name) ? &bytes.experts : &bytes.dense;
}

// Vectors are left out.
void count(FormBytes& bytes, const engine::WeightTensor& tensor)
{
    if (tensor.shape.size() > 1)
        bytes[{tensor.view.dtype, tensor.view.columns}] += tensor.view.sizeInBytes();
}

} // namespace

bool isOfTower(std::string_view name)
{
    static constexpr std::array<std::string_view, 4> words{
        "vision", "visual", "connector", "projector"};
    return containsAny(name, words);
}

WeightBytes countWeights(
    const engine::WeightFile& file, bool headIsEmbedding, bool hasTower, int64_t layers)
{
    WeightBytes bytes;
    for (const engine::WeightTensor& tensor : file.tensors()) {
        if (engine::isMtpTensor(tensor.name, layers))
            continue;
        FormBytes* place = hasTower && isOfTower(tensor.name)
            ? &bytes.tower
            : placeOf(bytes, tensor.name, headIsEmbedding);
        if (place)
            count(*place, tensor);
    }
    return bytes;
}

FormBytes countTower(const engine::WeightFile& projector)
{
    FormBytes bytes;
    for (const engine::WeightTensor& tensor : projector.tensors())
        count(bytes, tensor);
    return bytes;
}

} // namespace runtime
