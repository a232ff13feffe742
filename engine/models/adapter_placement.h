#pragma once

#include "engine/config/tensor_names.h"
#include "engine/files/fingerprint.h"
#include "engine/layers/linear.h"
#include "engine/models/lora_adapter.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace engine {

class LoraAdapter;

/// An adapter that is applied, and how strongly: 1 as it was trained, 0 not at all.
struct AdapterUse {
    std::shared_ptr<const LoraAdapter> adapter;
    float scale = 1;
};

/// Identifies what these adapters change: made of their contents and scales, in order. Adapters of
/// scale 0 do nothing and do not count; if there are no others, the result is Fingerprint().
Fingerprint makeIdentity(const std::vector<AdapterUse>& adapters);

/// Assigns the pairs of adapters to the matrices of a model, by the model's canonical names, and
/// finds pairs that belong to none. Throws Error{BadFile} naming adapter, module and both shapes if
/// the shape of a pair does not fit its matrix.
class AdapterPlacement {
public:
    /// `names` are the tensor names of the model, by which adapters name their pairs. Both
    /// arguments must outlive this object. Throws Error{BadRequest} for a scale that is not finite.
    AdapterPlacement(const std::vector<AdapterUse>& adapters, const TensorNames& names);

    /// What the adapters add to the matrix `name` ("blk.3.attn_q") [outputs, inputs]. For
    /// `pairedHead` see Linear.
    std::vector<LowRank> linear(const std::string& name, int64_t outputs, int64_t inputs,
        kernels::Backend& backend, int64_t pairedHead = 0);

    /// What the adapters add to the rows of the embedding `name` [vocabulary, hidden].
    std::vector<LowRankEmbedding> embedding(
        const std::string& name, int64_t vocabulary, int64_t hidden, kernels::Backend& backend);

    /// Throws Error{BadFile} naming a module for which neither function was called.
    void requireAllPlaced() const;

private:
    const LoraAdapter::Pair* take(const AdapterUse& use, const std::string& name, bool isEmbedding,
        int64_t outputs, int64_t inputs);

    const std::vector<AdapterUse>& m_adapters;
    const TensorNames& m_names;
    std::set<const LoraAdapter::Pair*> m_placed;
};

} // namespace engine
