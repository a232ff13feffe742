#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// What a tensor is called in GGUF files and in Hugging Face layout, both without a prefix,
/// ".weight" and ".bias". "*" stands for the number of a block:
///
///     {"blk.*.attn_q", "layers.*.self_attn.q_proj"}
///
/// The GGUF name, with its ending, is the canonical one: the rest of the program knows no other. A
/// row whose GGUF name has the ending is of that tensor alone, and has the other name as it is:
///
///     {"v.blk.*.ls1.weight", "encoder.layer.*.lambda_1"}
struct TensorName {
    std::string_view gguf, huggingFace;
};

/// Names that checkpoints keep under the same prefixes, the likeliest prefix first. Where a tensor
/// has several names, the first row is the likeliest. The lists are not owned.
struct NameTable {
    std::span<const std::string_view> prefixes;
    std::span<const TensorName> rows;
};

/// Tables in the order in which they are tried.
using TensorNames = std::vector<NameTable>;

/// The names that most decoders use, after those `ofFamily`, which must outlive the result.
TensorNames decoderTensorNames(std::span<const TensorName> ofFamily = {});

/// Every name under which a checkpoint may keep the tensor `canonical`, the likeliest first; empty
/// for a tensor of no table.
///
///     blk.3.attn_q.weight → model.layers.3.self_attn.q_proj.weight,
///                           model.language_model.layers.3.self_attn.q_proj.weight, …
std::vector<std::string> huggingFaceNames(const TensorNames& names, std::string_view canonical);

/// The canonical names of all tables in their order, each once, as their rows have them.
std::vector<std::string_view> canonicalNames(const TensorNames& names);

/// "blk.*.attn_q" for block 3: "blk.3.attn_q".
std::string inBlock(std::string_view name, int64_t block);

} // namespace engine
