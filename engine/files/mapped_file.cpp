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

size_t sizeOf(const FileDescriptor& file, const std::filesystem::path& path)
{
    struct stat status;
    if (fstat(file.number(), &status) != 0)
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
    m_file = FileDescriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!m_file.isOpen())
        refuseToOpen(path);
    const size_t size = sizeOf(m_file, path);
    void* address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, m_file.number(), 0);
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
    , m_file(std::move(other.m_file))
    , m_bytes(std::exchange(other.m_bytes, nullptr))
    , m_size(std::exchange(other.m_size, 0))
    , m_watch(std::move(other.m_watch))
{
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_file, other.m_file);
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

bool MappedFile::read(const std::byte* shown, std::span<std::byte> memory) const
{
    const size_t begin = size_t(shown - m_bytes); // huge if it lies before
    if (begin > m_size || memory.size() > m_size - begin)
        return false;
    size_t done = 0;
    while (done < memory.size()) {
        const ssize_t count = pread(
            m_file.number(), memory.data() + done, memory.size() - done, off_t(begin + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        done += size_t(count);
    }
    if (done < memory.size()) {
        m_watch.markDamaged(); // a page that is there in part shows zeros without telling so
        std::memcpy(memory.data() + done, shown + done, memory.size() - done);
    }
    return true;
}

} // namespace engine
