#pragma once

#include "engine/files/file_descriptor.h"
#include "engine/files/watched_mapping.h"

#include <cstddef>
#include <filesystem>
#include <span>

namespace engine {

/// A whole file, mapped into memory for reading. The bytes are valid until the object is destroyed,
/// also after it was moved. If another program shortens the file meanwhile, or its disk goes away,
/// the bytes that can no longer be read are zeros, and requireWhole() throws from then on.
class MappedFile {
public:
    /// Throws Error{BadFile} with a sentence that names the file if it is missing, a folder, empty
    /// or unreadable.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;

    const std::filesystem::path& path() const { return m_path; }
    std::span<const std::byte> bytes() const { return {m_bytes, m_size}; }

    /// Must be called after the bytes were read and before anybody relies on what was computed with
    /// them. Throws Error{BadFile} with a sentence if some of them did not come from the file.
    void requireWhole() const;

    /// Tells the system that all will be read, again and again: it may read the file in pieces of a
    /// huge page, and show them by one entry of the page table.
    void preferHugePages() const;

    /// Reads the bytes at `shown`, which bytes() has, into `memory`: those that can no longer be read
    /// are zeros there, too. Returns false if bytes() does not have all of them.
    bool read(const std::byte* shown, std::span<std::byte> memory) const;

private:
    std::filesystem::path m_path;
    FileDescriptor m_file;
    const std::byte* m_bytes = nullptr;
    size_t m_size = 0;
    WatchedMapping m_watch;
};

} // namespace engine
