#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <unistd.h>
#include <utility>

namespace base {

/// An open file of the system, or none. Move-only; closes itself.
class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int number)
        : m_number(number)
    {
    }
    ~FileDescriptor()
    {
        if (isOpen())
            close(m_number);
    }
    FileDescriptor(FileDescriptor&& other) noexcept
        : m_number(std::exchange(other.m_number, none))
    {
    }
    FileDescriptor& operator=(FileDescriptor&& other) noexcept
    {
        std::swap(m_number, other.m_number);
        return *this;
    }

    bool isOpen() const { return m_number >= 0; }
    int number() const { return m_number; }

private:
    static constexpr int none = -1;

    int m_number = none;
};

/// Watches a file's mapping for pages that can no longer be read: another program shortened the
/// file, or its disk or mount went away. Reading such a page raises SIGBUS, which would end the
/// program; while a mapping is watched the page and those after it read as zeros instead, and
/// isWhole() is false from then on. Faults outside watched mappings go to whoever else handled
/// SIGBUS.
///
/// Move-only. Any thread may read the mapping and ask isWhole().
class WatchedMapping {
public:
    WatchedMapping() = default;

    /// `bytes` must be a whole mapping, as mmap returned it, and stay mapped longer than this
    /// object exists. Throws Error{Unsupported} if the program has already mapped as many files as
    /// it can watch.
    explicit WatchedMapping(std::span<const std::byte> bytes);
    ~WatchedMapping();
    WatchedMapping(WatchedMapping&& other) noexcept;
    WatchedMapping& operator=(WatchedMapping&& other) noexcept;

    /// True if every page that was read so far came from the file.
    bool isWhole() const;

    /// isWhole() is false from now on: what was read past the mapping showed that the file is shorter.
    void markDamaged() const;

    static constexpr size_t mostWatched = 4096;

private:
    static constexpr size_t none = mostWatched;

    size_t m_place = none; // in the table that the signal handler reads
};

/// A whole file, mapped into memory for reading. The bytes are valid until the object is destroyed,
/// also after it was moved. If another program shortens the file meanwhile, or its disk goes away,
/// the bytes that can no longer be read are zeros, and requireWhole() throws from then on.
class MappedFile {
public:
    /// Throws Error{BadFile} with a message that names the file if it is missing, a folder, empty
    /// or unreadable.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;

    const std::filesystem::path& path() const { return m_path; }
    std::span<const std::byte> bytes() const { return {m_bytes, m_size}; }

    /// Must be called after the bytes were read and before anybody relies on what was computed with
    /// them. Throws Error{BadFile} with a message if some of them did not come from the file.
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

} // namespace base
