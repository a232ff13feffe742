#pragma once

#include <cstdint>
#include <limits>
#include <optional>
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
/// "#" stands for the number of an expert, where a checkpoint has a tensor for each and a GGUF file
/// all in one:
///
///     {"blk.*.ffn_gate_exps", "layers.*.mlp.experts.#.gate_proj"}
///
/// The GGUF name, with its ending, is the canonical one: the rest of the program knows no other. A
/// row whose GGUF name has the ending is of that tensor alone, and has the other name as it is:
///
///     {"v.blk.*.ls1.weight", "encoder.layer.*.lambda_1"}
struct TensorName {
    std::string_view gguf, huggingFace;
};

/// Where GGUF files of a family call a tensor otherwise than most, "*" as above:
///
///     {"blk.*.ffn_norm", "blk.*.post_attention_norm"}
struct GgufName {
    std::string_view canonical, inFile;
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

/// What GGUF files with these departures call the tensor `canonical`; empty if they do not depart.
std::vector<std::string> ggufNames(
    std::span<const GgufName> departures, std::string_view canonical);

/// The canonical names of all tables in their order, each once, as their rows have them.
std::vector<std::string_view> canonicalNames(const TensorNames& names);

/// The name in a checkpoint with the number of an expert in place of "#"; a name without one is
/// returned as it is.
std::string ofExpert(std::string_view name, int64_t expert);

/// What old GGUF files call the tensor of one expert: blk.0.ffn_gate.7.weight for
/// blk.0.ffn_gate_exps.weight. Empty if `canonical` is not the name of experts.
std::string ggufNameOfExpert(std::string_view canonical, int64_t expert);

/// The layer to which a tensor belongs by its name in a file of either layout: 3 for
/// blk.3.attn_q.weight and model.language_model.layers.3.self_attn.q_proj.weight. Nothing for a tensor
/// that belongs to no layer of a decoder.
std::optional<int64_t> layerOf(std::string_view nameInFile);

/// More layers than any model has, for isMtpTensor() where their number isn't known.
inline constexpr int64_t unknownLayers = std::numeric_limits<int64_t>::max();

/// True if a tensor belongs to a multi-token-prediction head of a model with so many layers, by its
/// name in a file of either layout: it is of a layer behind the last one, or its name begins with
/// "mtp". Nothing loads, converts or counts these tensors.
bool isMtpTensor(std::string_view nameInFile, int64_t layers);

/// "blk.*.attn_q" for block 3: "blk.3.attn_q".
std::string inBlock(std::string_view name, int64_t block);

} // namespace engine
