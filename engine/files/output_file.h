#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>

namespace engine {

/// A file that appears under its name only when it is whole: bytes go to "<name>.<random>.part"
/// beside it, which commit() brings to disk and renames, and the destructor removes. Nobody can
/// have put that file, or a link of its name, there before: it is made anew or not at all.
class OutputFile {
public:
    /// Throws Error{BadFile} if the file cannot be made there.
    explicit OutputFile(const std::filesystem::path& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Throws Error{BadFile}, for example when the disk is full.
    void write(std::span<const std::byte> bytes);

    uint64_t size() const { return m_size; } ///< bytes written so far

    enum class Durability {
        Synced, ///< on the disk when commit() returns
        WhenConvenient, ///< a loss of power may leave it damaged, which its reader must notice
    };

    /// Replaces what stood under the name. Throws Error{BadFile}; then nothing was replaced.
    void commit(Durability durability = Durability::Synced);

private:
    [[noreturn]] void fail(const char* what) const;

    std::filesystem::path m_path, m_temporary;
    std::FILE* m_file = nullptr;
    uint64_t m_size = 0;
};

} // namespace engine
