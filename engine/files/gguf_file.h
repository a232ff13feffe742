#pragma once

#include "base/mapped_file.h"
#include "engine/files/gguf_metadata.h"
#include "engine/files/weight_file.h"
#include "kernels/dtype.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// The name of a file that contains a part of a model, as llama.cpp's tools write it:
/// STEM-00001-of-00003.gguf.
struct SplitName {
    std::string stem;
    int64_t number = 1, count = 1; ///< `number` is 1 for the first of `count` parts
};

/// The parts of the last component of `path`, or nothing if it is not such a name.
std::optional<SplitName> splitName(const std::filesystem::path& path);

/// True if it is such a name, and not that of the first part.
bool isLaterPart(const std::filesystem::path& path);

/// The name of a part, without a folder.
std::string splitFileName(const SplitName& name);

/// A row of the tensor table, still without the position of the data.
struct GgufTableRow {
    std::string name;
    std::vector<int64_t> shape; ///< outermost first
    kernels::DType dtype = kernels::DType::F32;
    int64_t size = 0; ///< bytes
    int64_t offset = 0; ///< from the start of the data
};

/// The contents of a GGUF file before the data, see GgufFile.
struct GgufHead {
    GgufMetadata metadata; ///< its views point into the bytes that were read
    std::vector<GgufTableRow> table;
    int64_t alignment = 0; ///< of the data, in bytes
};

/// Reads the head; `reader` is behind it afterwards. Throws Error{BadFile} or Error{Unsupported},
/// IncompleteFile if the bytes end before the head does: a beginning that can be read is that of a
/// file of which the rest is not needed yet.
GgufHead readGgufHead(ByteReader& reader);

/// The value of general.architecture, if it is in these first bytes of a file; otherwise empty.
/// `name` names the file in error messages. Throws as readGgufHead().
std::string firstArchitecture(std::span<const std::byte> bytes, const std::string& name);

/// A GGUF file of version 2 or 3, little endian. The layout, after ggml's docs/gguf.md:
///
///     "GGUF"  version u32  tensor count u64  key count u64
///     per key:    name string, type u32, value
///     per tensor: name string, dimension count u32, dimensions u64 (innermost first), type u32,
///                 offset u64 from the start of the data
///     padding to the alignment (general.alignment, 32 if not given), then the data
///
/// A string is a length (u64) and that many bytes. open() checks everything before it returns:
/// counts, names that occur twice, types, alignment, and that every tensor is inside the file
/// without overlapping another.
///
/// A model may be split into files STEM-00001-of-00003.gguf, …, each with keys of its own ("split.no"
/// from 0 on, "split.count") and some of the tensors. They are seen as one file with the metadata of
/// the first.
class GgufFile final : public WeightFile {
public:
    /// Opens the file and, for a split model, its other parts in the same folder. Throws
    /// Error{BadFile} if a file is missing or damaged or does not belong to the others, and
    /// Error{Unsupported} if it has a version or a tensor type that this program does not know.
    static std::shared_ptr<const GgufFile> open(const std::filesystem::path& path);

    const std::filesystem::path& path() const override { return m_file.path(); }
    void requireWhole() const override;
    const std::byte* fetch(const std::byte* shown, std::span<std::byte> memory) const override;
    const std::vector<WeightTensor>& tensors() const override { return m_tensors; }
    const WeightTensor* find(std::string_view name) const override;

    const GgufMetadata& metadata() const { return m_metadata; }

    /// The size of the file, or of all parts together, in bytes.
    int64_t sizeInBytes() const;

private:
    explicit GgufFile(base::MappedFile file);
    void addPosition(size_t position);
    void addParts();

    base::MappedFile m_file;
    GgufMetadata m_metadata;
    std::vector<WeightTensor> m_tensors;
    std::map<std::string, size_t, std::less<>> m_positions;
    std::vector<std::unique_ptr<const GgufFile>> m_laterParts;
};

} // namespace engine
