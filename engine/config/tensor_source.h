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
/// "v.blk.0.attn_q.weight", "mm.model.fc.weight". A value; shares the file.
class TensorSource {
public:
    TensorSource() = default;

    /// `names` say what checkpoints call the tensors; what they refer to must live as long as this.
    TensorSource(std::shared_ptr<const WeightFile> file, FileLayout layout,
        TensorNames names = decoderTensorNames());

    /// The tensor, or null. Lives as long as the file.
    const WeightTensor* find(std::string_view canonicalName) const;

    /// The tensor; throws Error{BadFile} saying which one the file lacks.
    const WeightTensor& require(std::string_view canonicalName) const;

    /// Those that belong to a block of a decoder, each once.
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
