#pragma once

#include "engine/files/gguf_metadata.h"
#include "engine/files/mapped_file.h"
#include "engine/files/weight_file.h"

#include <memory>
#include <unordered_map>

namespace engine {

/// A GGUF file of version 2 or 3, little endian. The layout, after ggml's docs/gguf.md:
///
///     "GGUF"  version u32  tensor count u64  key count u64
///     per key:    name string, type u32, value
///     per tensor: name string, dimension count u32, dimensions u64 (innermost first), type u32,
///                 offset u64 from the start of the data
///     padding to the alignment (general.alignment, 32 if not given), then the data
///
/// A string is a length (u64) and that many bytes. open() checks everything before it returns:
/// counts, names that occur twice, types, alignment, and that every tensor lies inside the file
/// without overlapping another.
class GgufFile final : public WeightFile {
public:
    /// Throws Error{BadFile} if the file cannot be read or is damaged, and Error{Unsupported} if it
    /// has a version or a tensor type that this program does not know, or is one part of a split
    /// model.
    static std::shared_ptr<const GgufFile> open(const std::filesystem::path& path);

    const std::filesystem::path& path() const override { return m_file.path(); }
    void requireWhole() const override { m_file.requireWhole(); }
    const std::vector<WeightTensor>& tensors() const override { return m_tensors; }
    const WeightTensor* find(std::string_view name) const override;

    const GgufMetadata& metadata() const { return m_metadata; }

private:
    explicit GgufFile(MappedFile file);
    void readTensorTable(ByteReader& reader, uint64_t count);

    MappedFile m_file;
    GgufMetadata m_metadata;
    std::vector<WeightTensor> m_tensors;
    std::unordered_map<std::string_view, size_t> m_places;
};

} // namespace engine
