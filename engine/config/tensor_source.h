#pragma once

#include "engine/config/model_config.h"
#include "engine/config/tensor_names.h"
#include "engine/files/weight_file.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

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
