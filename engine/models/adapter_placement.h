#pragma once

#include "engine/config/tensor_names.h"
#include "engine/layers/linear.h"
#include "engine/models/adapter_use.h"
#include "engine/models/lora_adapter.h"

#include <set>
#include <string>
#include <vector>

namespace engine {

/// Brings the pairs of adapters to the matrices of a model, under its canonical names, and finds
/// out which belong to none. A pair whose shape is not the matrix's throws Error{BadFile} naming
/// adapter, module and both shapes.
class AdapterPlacement {
public:
    /// `names` are those of the model, under which adapters have their pairs. Both must outlive
    /// this. Throws Error{BadRequest} for a scale that is no number.
    AdapterPlacement(const std::vector<AdapterUse>& adapters, const TensorNames& names);

    /// What they add to the matrix `name` ("blk.3.attn_q") [outputs, inputs]. `pairedHead`: see
    /// Linear.
    std::vector<LowRank> linear(const std::string& name, int64_t outputs, int64_t inputs,
        kernels::Backend& backend, int64_t pairedHead = 0);

    /// What they add to the rows of the embedding `name` [vocabulary, hidden].
    std::vector<LowRankEmbedding> embedding(
        const std::string& name, int64_t vocabulary, int64_t hidden, kernels::Backend& backend);

    /// Throws Error{BadFile} naming a module that nobody asked for.
    void requireAllPlaced() const;

private:
    const LoraAdapter::Pair* take(const AdapterUse& use, const std::string& name, bool isEmbedding,
        int64_t outputs, int64_t inputs);

    const std::vector<AdapterUse>& m_adapters;
    const TensorNames& m_names;
    std::set<const LoraAdapter::Pair*> m_placed;
};

} // namespace engine
