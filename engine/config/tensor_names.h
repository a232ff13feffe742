#pragma once

#include "engine/config/model_config.h"
#include "engine/files/weight_file.h"

#include <cstdint>
#include <limits>
#include <memory>
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

/// A tensor that the GGUF files of a family name otherwise than most do, "*" as above:
///
///     {"blk.*.ffn_norm", "blk.*.post_attention_norm"}
///     {"blk.*.ffn_norm.weight", "blk.*.ffn_norm"}        whole names: without an ending there
struct GgufName {
    std::string_view canonical, inFile;
};

/// Names that checkpoints keep under the same prefixes, the likeliest prefix first. If a tensor has
/// several names, the first row is the likeliest. The lists are not owned.
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
std::optional<int64_t> layerIndex(std::string_view nameInFile);

/// More layers than any model has, for isMtpTensor() where their number isn't known.
inline constexpr int64_t unknownLayers = std::numeric_limits<int64_t>::max();

/// True if a tensor belongs to a multi-token-prediction head of a model with so many layers, by its
/// name in a file of either layout: it is of a layer behind the last one, or its name begins with
/// "mtp". Nothing loads, converts or counts these tensors.
bool isMtpTensor(std::string_view nameInFile, int64_t layers);

/// "blk.*.attn_q" for block 3: "blk.3.attn_q".
std::string inBlock(std::string_view name, int64_t block);

/// Throws Error{BadFile} if the file has tensors of a layer that the configuration does not count: it
/// would compute something else than the model. Multi-token-prediction heads, which have tensors of
/// their own such as blk.32.nextn.eh_proj or model.layers.32.eh_proj, must be behind the last layer.
void requireKnownLayers(const WeightFile& file, const ModelConfig& config);

/// The tensors of a model under one set of names, whatever its files call them. The names are those
/// of GGUF files: "token_embd.weight", "blk.3.attn_q.weight", "output_norm.weight",
/// "v.blk.0.attn_q.weight", "mm.model.fc.weight". Copies share the file.
class TensorSource {
public:
    TensorSource() = default;

    /// `names` are the names of tensors in checkpoints, `inGguf` those by which GGUF files of the
    /// family depart from the canonical ones; what they refer to must exist as long as this object.
    TensorSource(std::shared_ptr<const WeightFile> file, FileLayout layout,
        TensorNames names = decoderTensorNames(), std::span<const GgufName> inGguf = {});

    /// The tensor, or null. It is valid as long as the file.
    const WeightTensor* find(std::string_view canonicalName) const;

    /// The tensor. Throws Error{BadFile} naming the tensor if the file does not have it.
    const WeightTensor& require(std::string_view canonicalName) const;

    /// The tensor of one expert, where the file has one for each and not all in one under
    /// `canonicalName`: blk.0.ffn_gate_exps.weight of expert 7 is
    /// model.layers.0.mlp.experts.7.gate_proj.weight or, in old GGUF files, blk.0.ffn_gate.7.weight.
    const WeightTensor* findOfExpert(std::string_view canonicalName, int64_t expert) const;
    const WeightTensor& requireOfExpert(std::string_view canonicalName, int64_t expert) const;

    /// The tensors that belong to a block of the decoder, each once.
    std::vector<const WeightTensor*> ofBlock(int64_t layer) const;

    FileLayout layout() const { return m_layout; }
    const TensorNames& names() const { return m_names; }
    const WeightFile& file() const { return *m_file; }

private:
    const WeightTensor* findInGguf(std::string_view canonicalName) const;
    [[noreturn]] void refuseMissing(std::string_view canonicalName, int64_t expert) const;
    void addOfExperts(
        std::vector<const WeightTensor*>& tensors, const std::string& canonicalName) const;

    std::shared_ptr<const WeightFile> m_file;
    FileLayout m_layout = FileLayout::Gguf;
    TensorNames m_names;
    std::span<const GgufName> m_ggufNames;
};

} // namespace engine
