#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engine {

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
