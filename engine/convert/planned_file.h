#pragma once

#include "engine/config/tensor_names.h"
#include "engine/files/gguf_writer.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// A tensor that will be written to a file, and the source of its values.
struct PlannedTensor {
    std::string name; ///< its name in the GGUF file
    std::vector<int64_t> shape; ///< outermost dimension first
    kernels::DType dtype = kernels::DType::F32;

    /// Matrices with rows of equal length, which follow each other: one, or one for each expert.
    /// They point into the mapped file; none if `values` contains the numbers.
    std::vector<kernels::TensorView> sources;
    std::vector<float> values;

    /// The source row of each row of the file; empty: each is the one with the same index. The
    /// numbers of a vector are one row.
    std::vector<int64_t> rowOrder;
    /// The same of the numbers of every row.
    std::vector<int64_t> columnOrder;

    /// True: each of the sources, which have no blocks, is stored with rows and columns exchanged.
    bool isTransposed = false;

    /// A number v of a source becomes (v + addend) · factor.
    float addend = 0, factor = 1;
    /// Multiplies each row of the file, too; empty: nothing does.
    std::vector<float> rowFactors;

    /// See ImportanceMatrix::of(); empty if nothing is known.
    std::vector<float> importance;

    int64_t rows() const; ///< of the file, of all matrices
    int64_t elements() const; ///< of the file
};

/// The type in which a matrix is stored if `wanted` was requested: F16 if its rows do not divide
/// into blocks of `wanted`.
kernels::DType storedType(const std::vector<int64_t>& shape, kernels::DType wanted);

/// Plans a tensor that only gets another name. Vectors are stored as F32.
PlannedTensor plan(const WeightTensor& tensor, const std::string& name, kernels::DType wanted);

/// Plans the tensors of a linear layer or a norm: `name`.weight, which must exist, and `name`.bias
/// if it exists; or the single tensor `name`. Throws Error{BadFile} naming the tensor that the file
/// does not have.
std::vector<PlannedTensor> planNamed(
    const TensorSource& source, const std::string& name, kernels::DType wanted);

/// Declares all tensors, then writes all of them in order, computing on all cores. Calls `written`
/// after each. Throws Error{BadFile} for an importance that does not fit its tensor.
void writeTensors(GgufWriter& writer, const std::vector<PlannedTensor>& tensors,
    const std::function<void()>& written);

/// Called after each tensor with the number of tensors written so far and the number of all
/// tensors.
using ConvertProgress = std::function<void(int64_t done, int64_t total)>;

/// A GGUF file that will be written.
struct PlannedFile {
    std::filesystem::path path;
    std::string architecture; ///< the value of general.architecture
    std::string kind; ///< the value of general.type: "model" or "mmproj"
    uint32_t fileType = 1; ///< general.file_type: llama.cpp's number for the kind of file
    std::shared_ptr<const WeightFile> weights; ///< keeps the sources of the tensors mapped
    std::vector<PlannedTensor> tensors;
    std::function<void(GgufWriter&)> setMetadata; ///< sets all keys but general.*
};

/// Writes all files; none appears under its name before all are complete. The name of a model is
/// made of the name of its file: "vignette-starter.gguf" holds "Vignette Starter". Throws
/// Error{BadFile} if a file cannot be written.
void writeFiles(std::span<const PlannedFile> files, const ConvertProgress& progress = nullptr);

} // namespace engine
