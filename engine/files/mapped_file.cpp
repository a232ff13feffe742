#include "engine/files/mapped_file.h"

#include "kernels/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

namespace {

// Closes itself: a mapping outlives the descriptor it was made from.
struct Descriptor {
    int number;
    ~Descriptor()
    {
        if (number >= 0)
            close(number);
    }
};

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why)
{
    throw Error(ErrorKind::BadFile, path.filename().string() + " " + why);
}

[[noreturn]] void refuseToOpen(const std::filesystem::path& path)
{
    if (errno == ENOENT || errno == ENOTDIR)
        throw Error(ErrorKind::BadFile, "there is no file " + path.string());
    if (errno == EACCES)
        refuse(path, "may not be read by this user");
    refuse(path, std::string("cannot be opened: ") + std::strerror(errno));
}

size_t sizeOf(const Descriptor& file, const std::filesystem::path& path)
{
    struct stat status;
    if (fstat(file.number, &status) != 0)
        refuse(path, std::string("cannot be examined: ") + std::strerror(errno));
    if (S_ISDIR(status.st_mode))
        refuse(path, "is a folder where a file was expected");
    if (!S_ISREG(status.st_mode))
        refuse(path, "is not an ordinary file");
    if (status.st_size == 0)
        refuse(path, "is empty");
    return size_t(status.st_size);
}

} // namespace

MappedFile::MappedFile(const std::filesystem::path& path)
    : m_path(path)
{
    // Not waiting: a named pipe without a writer must not hang the program.
    const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (file.number < 0)
        refuseToOpen(path);
    const size_t size = sizeOf(file, path);
    void* address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number, 0);
    if (address == MAP_FAILED)
        refuse(path, std::string("cannot be mapped into memory: ") + std::strerror(errno));
    m_bytes = static_cast<const std::byte*>(address);
    m_size = size;
    m_watch = WatchedMapping(bytes());
}

MappedFile::~MappedFile()
{
    m_watch = {};
    if (m_bytes)
        munmap(const_cast<std::byte*>(m_bytes), m_size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_bytes(std::exchange(other.m_bytes, nullptr))
    , m_size(std::exchange(other.m_size, 0))
    , m_watch(std::move(other.m_watch))
{
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_bytes, other.m_bytes);
    std::swap(m_size, other.m_size);
    std::swap(m_watch, other.m_watch);
    return *this;
}

void MappedFile::requireWhole() const
{
    if (!m_watch.isWhole())
        refuse(m_path,
            "was shortened or became unreadable while it was in use; put the whole file back and "
            "load it again");
}

void MappedFile::preferHugePages() const
{
    madvise(const_cast<std::byte*>(m_bytes), m_size, MADV_HUGEPAGE); // it is only advice
}

void MappedFile::releasePages() const
{
    madvise(const_cast<std::byte*>(m_bytes), m_size, MADV_DONTNEED); // it is only advice
}

} // namespace engine
