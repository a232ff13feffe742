#pragma once

#include "engine/config/model_config.h"
#include "engine/files/weight_file.h"

#include <memory>
#include <string_view>

namespace engine {

/// The tensors of a model under one set of names, whatever its files call them. The names are those
/// of GGUF files: "token_embd.weight", "blk.3.attn_q.weight", "output_norm.weight",
/// "v.blk.0.attn_q.weight", "mm.model.fc.weight". A value; shares the file.
class TensorSource {
public:
    TensorSource() = default;
    TensorSource(std::shared_ptr<const WeightFile> file, FileLayout layout);

    /// The tensor, or null. Lives as long as the file.
    const WeightTensor* find(std::string_view canonicalName) const;

    /// The tensor; throws Error{BadFile} saying which one the file lacks.
    const WeightTensor& require(std::string_view canonicalName) const;

    FileLayout layout() const { return m_layout; }
    const WeightFile& file() const { return *m_file; }

private:
    std::shared_ptr<const WeightFile> m_file;
    FileLayout m_layout = FileLayout::Gguf;
};

} // namespace engine
