#pragma once

#include "engine/files/mapped_file.h"
#include "engine/files/weight_file.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

namespace engine {

/// An array of any element type a safetensors file may hold.
struct StoredArray {
    std::string name;
    std::string dtype; ///< as the file writes it: "F32", "I64", "U8", "BOOL"
    std::vector<int64_t> shape; ///< outermost first
    std::span<const std::byte> bytes; ///< lives with the file
};

/// A safetensors file: a length u64, that many bytes of JSON (name → dtype, shape, data_offsets),
/// then the data. The JSON is at most 100 MB, no name comes twice, and the arrays cover the data
/// without gap or overlap.
class SafetensorsFile final : public WeightFile {
public:
    /// Throws Error{BadFile}.
    static std::shared_ptr<const SafetensorsFile> open(const std::filesystem::path& path);

    const std::filesystem::path& path() const override { return m_file.path(); }
    void requireWhole() const override { m_file.requireWhole(); }

    /// Only those of a type kernels::DType has: F32, F16, BF16, I32.
    const std::vector<WeightTensor>& tensors() const override { return m_tensors; }

    /// Throws Error{Unsupported} if the file holds that name with a type tensors() leaves out.
    const WeightTensor* find(std::string_view name) const override;

    /// Every array, also of types tensors() leaves out; in the order of the data.
    const std::vector<StoredArray>& arrays() const { return m_arrays; }
    const StoredArray* findArray(std::string_view name) const;

    /// The texts under "__metadata__".
    const std::vector<std::pair<std::string, std::string>>& notes() const { return m_notes; }

private:
    explicit SafetensorsFile(MappedFile file);
    void addTensors();
    const void* aligned(const StoredArray& array, kernels::DType dtype);

    MappedFile m_file;
    std::vector<StoredArray> m_arrays;
    std::vector<WeightTensor> m_tensors;
    std::vector<std::unique_ptr<std::byte[]>> m_copies; // of what lies off its alignment
    std::vector<std::pair<std::string, std::string>> m_notes;
    std::unordered_map<std::string_view, size_t> m_arrayPlaces, m_tensorPlaces;
};

} // namespace engine
