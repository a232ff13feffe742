#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>

namespace engine {

/// A file's new name lasts only when its folder is on disk, too. File systems that cannot do this
/// say so, and there is nothing to be done about it. `folder` may be empty: the current one.
void syncFolder(const std::filesystem::path& folder);

/// A file that appears under its name only when it is complete. Bytes are written to
/// "<name>.<random>.part" beside it. commit() renames that file; the destructor removes it if
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

} // namespace engine
