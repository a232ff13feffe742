#include "engine/files/watched_mapping.h"

#include "kernels/error.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace engine {

namespace {

// What the handler reads: plain lock-free numbers, for it may interrupt any thread anywhere.
struct Place {
    std::atomic<bool> isTaken = false;
    std::atomic<uintptr_t> begin = 0, end = 0; // both 0: nothing to watch here
    std::atomic<bool> isDamaged = false;
};

std::array<Place, WatchedMapping::mostWatched> places;
struct sigaction earlier;
uintptr_t pageBytes = 0;

Place* placeOf(uintptr_t address)
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

// After it returns the reading instruction runs again: over zeros or, if the fault is not ours,
// into the handler that was there before.
void onBusError(int, siginfo_t* info, void*)
{
    const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
    Place* place = placeOf(address);
    if (place && coverWithZeros(*place, address))
        return;
    // One that was set over ours may give way to it again, but not for ever.
    static std::atomic<bool> isPassedOn = false;
    if (isPassedOn.exchange(true))
        signal(SIGBUS, SIG_DFL);
    else
        sigaction(SIGBUS, &earlier, nullptr);
}

// Once, and again if somebody else has set a handler since.
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
        throw kernels::Error(kernels::ErrorKind::Unsupported,
            "More than " + std::to_string(mostWatched)
                + " files are open as models; unload some of them first.");
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

} // namespace engine
