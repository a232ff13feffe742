#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace engine {

/// A whole file, mapped into memory for reading. The bytes stay valid, also when the object is
/// moved, until it is destroyed. Nobody may shorten the file meanwhile.
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

private:
    std::filesystem::path m_path;
    const std::byte* m_bytes = nullptr;
    size_t m_size = 0;
};

} // namespace engine
