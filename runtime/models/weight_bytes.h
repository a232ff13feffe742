#pragma once

#include "engine/files/weight_file.h"
#include "kernels/dtype.h"

#include <compare>
#include <cstdint>
#include <map>
#include <string_view>

namespace runtime {

/// What the speed of a product with a matrix depends on.
struct MatrixForm {
    kernels::DType type = kernels::DType::F32;
    int64_t columns = 0;

    auto operator<=>(const MatrixForm&) const = default;
};

/// How many bytes of weights have which form.
using FormBytes = std::map<MatrixForm, int64_t>;

/// The matrices of a model by what is done with them. Vectors, which hardly take any time, are left
/// out, and so are tables of which a token takes a row.
struct WeightBytes {
    FormBytes dense; ///< of the blocks: every token is multiplied with them
    FormBytes experts; ///< of the blocks: every token is multiplied with some of them
    FormBytes head; ///< gives the logits
    FormBytes tower; ///< of the vision part
};

/// Which tensors of a folder belong to its vision part, by their names.
bool isOfTower(std::string_view name);

/// Counts what a file holds by the names of its tensors; it reads none of them. `headIsEmbedding`:
/// the table of tokens gives the logits. `hasTower`: see isOfTower(). `layers`: see
/// engine::isMtpTensor().
WeightBytes countWeights(
    const engine::WeightFile& file, bool headIsEmbedding, bool hasTower, int64_t layers);

/// All matrices of a vision part in a file of its own.
FormBytes countTower(const engine::WeightFile& projector);

} // namespace runtime
