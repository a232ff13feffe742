#include "base/mapped_file.h"

#include "base/error.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace base {

namespace {

// What the handler reads: plain lock-free numbers, because it may interrupt any thread anywhere.
struct Place {
    std::atomic<bool> isTaken = false;
    std::atomic<uintptr_t> begin = 0, end = 0; // both 0: nothing to watch here
    std::atomic<bool> isDamaged = false;
};

std::array<Place, WatchedMapping::mostWatched> places;
struct sigaction earlier;
uintptr_t pageBytes = 0;

Place* findPlace(uintptr_t address)
{
    const auto found = std::ranges::find_if(places, [address](const Place& place) {
        return address >= place.begin.load() && address < place.end.load();
    });
    return found == places.end() ? nullptr : &*found;
}

// Lays zeros over the page that cannot be read and all that follow it in the mapping.
bool coverWithZeros(Place& place, uintptr_t address)
{
    place.isDamaged = true;
    const uintptr_t begin = address / pageBytes * pageBytes;
    const uintptr_t end = (place.end.load() + pageBytes - 1) / pageBytes * pageBytes;
    return mmap(reinterpret_cast<void*>(begin), end - begin, PROT_READ,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
        != MAP_FAILED;
}

// When it returns, the faulting instruction runs again: it reads zeros or, if the fault is not in a
// watched mapping, ends in the handler that was installed before.
void onBusError(int, siginfo_t* info, void*)
{
    const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
    Place* place = findPlace(address);
    if (place && coverWithZeros(*place, address))
        return;
    // One that was set over ours may give way to it again, but not for ever.
    static std::atomic<bool> isPassedOn = false;
    if (isPassedOn.exchange(true))
        signal(SIGBUS, SIG_DFL);
    else
        sigaction(SIGBUS, &earlier, nullptr);
}

// Installs the handler on the first call, and again if somebody else has set one since.
void handleBusErrors()
{
    static std::mutex mutex;
    const std::scoped_lock lock(mutex);
    struct sigaction present { };
    sigaction(SIGBUS, nullptr, &present);
    if (present.sa_sigaction == onBusError)
        return;
    earlier = present;
    pageBytes = uintptr_t(sysconf(_SC_PAGESIZE));
    struct sigaction action { };
    action.sa_sigaction = onBusError;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, nullptr);
}

} // namespace

WatchedMapping::WatchedMapping(std::span<const std::byte> bytes)
{
    handleBusErrors();
    const auto free
        = std::ranges::find_if(places, [](Place& place) { return !place.isTaken.exchange(true); });
    if (free == places.end())
        throw base::Error(base::ErrorKind::Unsupported,
            "More than " + std::to_string(mostWatched)
                + " model files are open; unload some models first.");
    const auto begin = reinterpret_cast<uintptr_t>(bytes.data());
    free->isDamaged = false;
    free->begin = begin;
    free->end = begin + bytes.size();
    m_place = size_t(free - places.begin());
}

WatchedMapping::~WatchedMapping()
{
    if (m_place == none)
        return;
    Place& place = places[m_place];
    place.end = 0;
    place.begin = 0;
    place.isTaken = false;
}

WatchedMapping::WatchedMapping(WatchedMapping&& other) noexcept
    : m_place(std::exchange(other.m_place, none))
{
}

WatchedMapping& WatchedMapping::operator=(WatchedMapping&& other) noexcept
{
    std::swap(m_place, other.m_place);
    return *this;
}

bool WatchedMapping::isWhole() const
{
    return m_place == none || !places[m_place].isDamaged;
}

void WatchedMapping::markDamaged() const
{
    if (m_place != none)
        places[m_place].isDamaged = true;
}

using base::Error;
using base::ErrorKind;

namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why)
{
    throw Error(ErrorKind::BadFile, path.filename().string() + " " + why);
}

[[noreturn]] void refuseToOpen(const std::filesystem::path& path)
{
    if (errno == ENOENT || errno == ENOTDIR)
        throw Error(ErrorKind::BadFile, "file not found: " + path.string());
    if (errno == EACCES)
        refuse(path, "can't be read: permission denied");
    refuse(path, std::string("can't be opened: ") + std::strerror(errno));
}

size_t fileSize(const FileDescriptor& file, const std::filesystem::path& path)
{
    struct stat status;
    if (fstat(file.number(), &status) != 0)
        refuse(path, std::string("can't be examined: ") + std::strerror(errno));
    if (S_ISDIR(status.st_mode))
        refuse(path, "is a folder, not a file");
    if (!S_ISREG(status.st_mode))
        refuse(path, "isn't a regular file");
    if (status.st_size == 0)
        refuse(path, "is empty");
    return size_t(status.st_size);
}

} // namespace

MappedFile::MappedFile(const std::filesystem::path& path)
    : m_path(path)
{
    // O_NONBLOCK keeps a named pipe without a writer from blocking the program.
    m_file = FileDescriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!m_file.isOpen())
        refuseToOpen(path);
    const size_t size = fileSize(m_file, path);
    void* address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, m_file.number(), 0);
    if (address == MAP_FAILED)
        refuse(path, std::string("can't be mapped into memory: ") + std::strerror(errno));
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
            "was truncated or became unreadable while in use; restore the file and load the model "
            "again");
}

void MappedFile::preferHugePages() const
{
    madvise(const_cast<std::byte*>(m_bytes), m_size, MADV_HUGEPAGE); // it is only advice
}

bool MappedFile::read(const std::byte* shown, std::span<std::byte> memory) const
{
    const size_t begin = size_t(shown - m_bytes); // huge if it is before
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

} // namespace base
