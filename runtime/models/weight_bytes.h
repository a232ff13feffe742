#pragma once

#include "engine/files/weight_file.h"
#include "kernels/dtype.h"

#include <cstdint>
#include <map>
#include <string_view>

namespace runtime {

/// How many bytes of weights are stored as which type.
using TypeBytes = std::map<kernels::DType, int64_t>;

/// The matrices of a model by what is done with them. Vectors, which hardly take any time, are left
/// out, and so are tables of which a token takes a row.
struct WeightBytes {
    TypeBytes dense; ///< of the blocks: every token is multiplied with them
    TypeBytes experts; ///< of the blocks: every token is multiplied with some of them
    TypeBytes head; ///< gives the logits
    TypeBytes tower; ///< of the vision part
};

/// Which tensors of a folder belong to its vision part, by their names.
bool isOfTower(std::string_view name);

/// Counts what a file holds by the names of its tensors; it reads none of them. `headIsEmbedding`:
/// the table of tokens gives the logits. `hasTower`: see isOfTower().
WeightBytes countWeights(const engine::WeightFile& file, bool headIsEmbedding, bool hasTower);

/// All matrices of a vision part in a file of its own.
TypeBytes countTower(const engine::WeightFile& projector);

} // namespace runtime
