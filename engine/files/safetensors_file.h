#pragma once

#include "base/mapped_file.h"
#include "engine/files/weight_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine {

/// The content of the JSON at the head of a safetensors file.
struct SafetensorsHeader {
    struct Array {
        std::string name;
        std::string dtype;
        std::vector<int64_t> shape; ///< outermost first
        int64_t begin = 0, end = 0; ///< bytes from the start of the data
    };
    std::vector<Array> arrays; ///< in the order of the data
    std::vector<std::pair<std::string, std::string>> notes; ///< keys and values of "__metadata__"
};

/// Reads and checks that JSON: every array must have a known element type and an extent of element
/// size times shape, and the arrays must cover `dataSize` bytes without gap or overlap. Needs
/// memory in proportion to the arrays that it finds, whatever the text claims. Throws
/// Error{BadFile} with a message that begins with `fileName`.
SafetensorsHeader parseSafetensorsHeader(
    std::string_view text, int64_t dataSize, const std::string& fileName);

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

    /// Throws Error{Unsupported} if the file contains an array of that name whose type tensors()
    /// leaves out.
    const WeightTensor* find(std::string_view name) const override;

    /// Every array, of every element type, in the order of the data.
    const std::vector<StoredArray>& arrays() const { return m_arrays; }
    const StoredArray* findArray(std::string_view name) const override;
    std::vector<const StoredArray*> allArrays() const override;

    /// The texts that the file stores under "__metadata__", as pairs of key and value.
    const std::vector<std::pair<std::string, std::string>>& notes() const { return m_notes; }

private:
    explicit SafetensorsFile(base::MappedFile file);
    void addTensors();
    const void* aligned(const StoredArray& array, kernels::DType dtype);

    base::MappedFile m_file;
    std::vector<StoredArray> m_arrays;
    std::vector<WeightTensor> m_tensors;
    std::vector<std::unique_ptr<std::byte[]>> m_copies; // of misaligned tensors
    std::vector<std::pair<std::string, std::string>> m_notes;
    std::unordered_map<std::string_view, size_t> m_arrayPositions, m_tensorPositions;
};

} // namespace engine
