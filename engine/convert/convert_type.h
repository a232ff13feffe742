#pragma once

#include "engine/convert/planned_file.h"
#include "kernels/dtype.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engine {

class ImportanceMatrix;

/// A kind of file that `models convert` writes, under the name that llama.cpp gives it.
struct ConvertType {
    const char* name; ///< "Q4_K_M"
    kernels::DType matrices; ///< the type of most matrices
    kernels::DType towerMatrices; ///< of those of a vision tower, which llama.cpp keeps finer
    uint32_t fileType; ///< general.file_type in the file
    bool mixesMoreBits = false; ///< some matrices that matter more get Q6_K
};

/// All of them, from the finest to the coarsest.
std::span<const ConvertType> convertTypes();

/// The one of that name, in letters of either case, or null.
const ConvertType* findConvertType(std::string_view name);

/// general.file_type of a file whose matrices all have the type `matrices`.
uint32_t toFileType(kernels::DType matrices);

/// "F32, F16, … or Q4_0", for messages.
std::string convertTypeNames();

/// The request for a conversion.
struct ConvertOptions {
    const ConvertType& type;
    const ImportanceMatrix* importance = nullptr; ///< for types of less than 8 bits; may be null
};

/// What the choice of types depends on, in addition to a tensor's name and shape.
struct MixFacts {
    int64_t layers = 0;
    bool sharesHeads = false; ///< several heads of queries have one of keys and values
    bool hasImportance = false;
};

/// Gives every planned tensor of a decoder its type, as llama.cpp's converter and quantizer choose:
/// norms, biases and routers stay F32; the head, or the embeddings that serve as one, gets Q6_K; in
/// files that mix, attn_v and ffn_down get Q6_K in the first and last eighth of the layers and in
/// every third between. A matrix whose rows do not divide into blocks gets the next finer type with
/// small blocks.
void chooseTypes(
    std::vector<PlannedTensor>& tensors, const ConvertType& type, const MixFacts& facts);

/// How much the columns of each matrix matter: the mean square of what a model multiplied them with
/// over some text. Made by llama.cpp's llama-imatrix, in either of its forms:
///
///     GGUF: for each matrix NAME the tensors NAME.in_sum2 (sums of squares) and NAME.counts, both
///           F32, one row or number for each expert
///     .dat: count i32; for each matrix the length of its name i32, the name, calls i32, the number
///           of values i32, the values f32, which are sums over the calls
class ImportanceMatrix {
public:
    /// Throws Error{BadFile} if the file is of neither form or damaged.
    static ImportanceMatrix load(const std::filesystem::path& path);

    /// The importance of the columns of the matrix `name` ("blk.0.attn_q.weight"), for each of its
    /// experts in turn; empty if the file does not know it.
    const std::vector<float>& of(std::string_view name) const;

    size_t matrices() const { return m_values.size(); }

private:
    std::unordered_map<std::string, std::vector<float>> m_values;
};

} // namespace engine
