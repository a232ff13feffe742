#pragma once

#include "engine/config/model_config.h"
#include "engine/config/tensor_names.h"
#include "engine/files/weight_file.h"

#include <memory>
#include <string_view>
#include <vector>

namespace engine {

/// The tensors of a model under one set of names, whatever its files call them. The names are those
/// of GGUF files: "token_embd.weight", "blk.3.attn_q.weight", "output_norm.weight",
/// "v.blk.0.attn_q.weight", "mm.model.fc.weight". Copies share the file.
class TensorSource {
public:
    TensorSource() = default;

    /// `names` are the names of tensors in checkpoints; what they refer to must exist as long as
    /// this object.
    TensorSource(std::shared_ptr<const WeightFile> file, FileLayout layout,
        TensorNames names = decoderTensorNames());

    /// The tensor, or null. It is valid as long as the file.
    const WeightTensor* find(std::string_view canonicalName) const;

    /// The tensor. Throws Error{BadFile} naming the tensor if the file does not have it.
    const WeightTensor& require(std::string_view canonicalName) const;

    /// The tensors that belong to a block of the decoder, each once.
    std::vector<const WeightTensor*> ofBlock(int64_t layer) const;

    FileLayout layout() const { return m_layout; }
    const TensorNames& names() const { return m_names; }
    const WeightFile& file() const { return *m_file; }

private:
    std::shared_ptr<const WeightFile> m_file;
    FileLayout m_layout = FileLayout::Gguf;
    TensorNames m_names;
};

} // namespace engine
