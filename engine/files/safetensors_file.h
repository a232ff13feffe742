#pragma once

#include "engine/files/array_file.h"
#include "engine/files/mapped_file.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

namespace engine {

/// A safetensors file, as huggingface/safetensors defines it: a length (u64), that many bytes of
/// JSON (name → dtype, shape, data_offsets), then the data. The JSON has at most 100 MB, no name
/// occurs twice, and the arrays cover the data without gap or overlap.
class SafetensorsFile final : public ArrayFile {
public:
    /// Throws Error{BadFile} if the file cannot be read or breaks one of these rules.
    static std::shared_ptr<const SafetensorsFile> open(const std::filesystem::path& path);

    const std::filesystem::path& path() const override { return m_file.path(); }
    void requireWhole() const override { m_file.requireWhole(); }

    /// The arrays whose element type kernels::DType knows (F32, F16, BF16, I32). The others are in
    /// arrays().
    const std::vector<WeightTensor>& tensors() const override { return m_tensors; }

    /// Throws Error{Unsupported} if the file holds an array of that name whose type tensors()
    /// leaves out.
    const WeightTensor* find(std::string_view name) const override;

    /// Every array, of every element type, in the order of the data.
    const std::vector<StoredArray>& arrays() const { return m_arrays; }
    const StoredArray* findArray(std::string_view name) const override;
    std::vector<const StoredArray*> allArrays() const override;

    /// The texts that the file stores under "__metadata__", as pairs of key and value.
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
