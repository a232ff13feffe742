#pragma once

#include "kernels/dtype.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace engine {

/// A file's new name lasts only when its folder is on disk, too. File systems that cannot do this
/// say so, and there is nothing to be done about it. `folder` may be empty: the current one.
void syncFolder(const std::filesystem::path& folder);

/// A file that appears under its name only when it is complete. Bytes are written to
/// "<name>.<random>.part" next to it. commit() renames that file; the destructor removes it if
/// commit() was not called. The temporary file is always a new one, so nobody can have put a file
/// or a link of that name there before.
class OutputFile {
public:
    /// Throws Error{BadFile} if no file can be made at `path`.
    explicit OutputFile(const std::filesystem::path& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Throws Error{BadFile}, for example when the disk is full.
    void write(std::span<const std::byte> bytes);

    uint64_t size() const { return m_size; } ///< bytes written so far

    /// What commit() waits for.
    enum class Durability {
        Synced, ///< the bytes are on the disk when commit() returns
        /// Nothing: a loss of power may leave a damaged file, which its reader must notice.
        WhenConvenient,
    };

    /// Gives the file its name, replacing a file that had it. Throws Error{BadFile}; then the old
    /// file is still in place.
    void commit(Durability durability = Durability::Synced);

private:
    [[noreturn]] void fail(const char* what) const;

    std::filesystem::path m_path, m_temporary;
    std::FILE* m_file = nullptr;
    uint64_t m_size = 0;
};

/// A metadata value. The alternative that is held decides the type in the file.
using GgufValue = std::variant<bool, int32_t, uint32_t, int64_t, uint64_t, float, std::string,
    std::vector<bool>, std::vector<uint8_t>, std::vector<int32_t>, std::vector<float>,
    std::vector<std::string>>;

/// Writes a GGUF file of version 3 from front to back. First set() every key and declare() every
/// tensor, then append() the bytes of the tensors in the order in which they were declared, then
/// call finish(). The file appears under its name only then; until then, and if the writer is
/// destroyed earlier, no file of that name is made. The writer never contains a whole tensor in
/// memory.
class GgufWriter {
public:
    /// Throws Error{BadFile} if no file can be made at `path`.
    explicit GgufWriter(const std::filesystem::path& path);

    void set(std::string key, GgufValue value);

    /// `shape` has the outermost dimension first; the last dimension must be a multiple of the
    /// block size of `dtype`.
    void declare(std::string name, std::vector<int64_t> shape, kernels::DType dtype);

    /// Appends bytes to the current tensor: all of it or any part of it. The next tensor becomes
    /// the current one when this one is complete. Throws Error{BadFile}, for example when the disk
    /// is full.
    void append(std::span<const std::byte> bytes);

    /// Writes what is left and gives the file its name. Throws Error{BadFile}, for example when the
    /// disk is full.
    void finish();

private:
    struct Declared {
        std::string name;
        std::vector<int64_t> shape;
        kernels::DType dtype;
        uint64_t size = 0; ///< bytes
        uint64_t offset = 0; ///< from the start of the data
    };

    void writeHeader();
    void pad(); ///< to the alignment of tensors

    OutputFile m_file;
    std::vector<std::pair<std::string, GgufValue>> m_values;
    std::vector<Declared> m_tensors;
    uint64_t m_dataSize = 0; ///< where the next declared tensor will be
    size_t m_current = 0; ///< index of the tensor being appended
    uint64_t m_appended = 0; ///< bytes of it
    bool m_hasHeader = false;
};

} // namespace engine
