#include "kernels/cpu/cpu_features.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <cpuid.h>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sched.h>
#include <set>
#include <string>
#include <utility>

namespace kernels::cpu {

namespace {

int readNumber(const std::string& path, int otherwise)
{
    std::ifstream file(path);
    int number = otherwise;
    return file >> number ? number : otherwise;
}

int coresOfAffinityMask()
{
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return 1;
    std::set<std::pair<int, int>> cores; // package, core
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET(cpu, &allowed))
            continue;
        const std::string folder
            = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
        const int package = readNumber(folder + "physical_package_id", -1);
        const int core = readNumber(folder + "core_id", -1);
        cores.emplace(core < 0 ? -1 : package, core < 0 ? cpu : core); // unknown: one of its own
    }
    return int(cores.size());
}

// CPUs' worth of time in every period, or 0 if there is no limit. Control groups version 2.
double quotaOfGroup(const std::string& folder)
{
    std::ifstream file(folder + "/cpu.max");
    std::string quota;
    double period = 0;
    if (!(file >> quota >> period) || quota == "max" || period <= 0)
        return 0;
    return std::strtod(quota.c_str(), nullptr) / period;
}

double quotaOfVersion1(const std::string& folder)
{
    const int quota = readNumber(folder + "/cpu.cfs_quota_us", -1);
    const int period = readNumber(folder + "/cpu.cfs_period_us", 0);
    return quota > 0 && period > 0 ? double(quota) / period : 0;
}

// The tightest limit among this process's group and the groups that contain it.
double cpuQuota()
{
    double tightest = 0;
    const auto consider = [&](double quota) {
        if (quota > 0)
            tightest = tightest > 0 ? std::min(tightest, quota) : quota;
    };
    consider(quotaOfGroup("/sys/fs/cgroup"));
    consider(quotaOfVersion1("/sys/fs/cgroup/cpu"));

    std::ifstream groups("/proc/self/cgroup"); // lines "id:controllers:/path"
    for (std::string line; std::getline(groups, line);) {
        std::string path = line.substr(std::min(line.size(), line.rfind(':') + 1));
        for (; path.size() > 1; path.erase(path.rfind('/'))) {
            consider(quotaOfGroup("/sys/fs/cgroup" + path));
            consider(quotaOfVersion1("/sys/fs/cgroup/cpu" + path));
        }
    }
    return tightest;
}

} // namespace

int usableCores()
{
    const int cores = std::max(1, coresOfAffinityMask());
    const double quota = cpuQuota();
    return quota > 0 ? std::clamp(int(std::ceil(quota)), 1, cores) : cores;
}

namespace {

constexpr InstructionSet allSets[] = {InstructionSet::Scalar, InstructionSet::Avx2,
    InstructionSet::AvxVnni, InstructionSet::Avx512, InstructionSet::Avx512Vnni};

struct Registers {
    uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

Registers cpuid(uint32_t leaf, uint32_t subleaf = 0)
{
    Registers r;
    __get_cpuid_count(leaf, subleaf, &r.eax, &r.ebx, &r.ecx, &r.edx);
    return r;
}

bool has(uint32_t value, uint32_t bits)
{
    return (value & bits) == bits;
}

// The register sets that the operating system saves: XCR0, read by XGETBV.
uint32_t savedRegisters()
{
    if (!has(cpuid(1).ecx, 1u << 27)) // OSXSAVE
        return 0;
    uint32_t low = 0, high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

bool hasAvx2()
{
    constexpr uint32_t fma = 1u << 12, avx = 1u << 28, f16c = 1u << 29, avx2Bit = 1u << 5;
    constexpr uint32_t xmmAndYmm = 0x6;
    return has(savedRegisters(), xmmAndYmm) && has(cpuid(1).ecx, fma | avx | f16c)
        && has(cpuid(7).ebx, avx2Bit);
}

bool hasAvxVnni()
{
    constexpr uint32_t vnni = 1u << 4;
    return hasAvx2() && has(cpuid(7, 1).eax, vnni);
}

bool hasAvx512()
{
    constexpr uint32_t f = 1u << 16, dq = 1u << 17, bw = 1u << 30, vl = 1u << 31;
    constexpr uint32_t masksAndZmm = 0xe6;
    return hasAvx2() && has(savedRegisters(), masksAndZmm) && has(cpuid(7).ebx, f | dq | bw | vl);
}

bool hasAvx512Vnni()
{
    constexpr uint32_t vnni = 1u << 11;
    return hasAvx512() && has(cpuid(7).ecx, vnni);
}

InstructionSet forcedInstructionSet(const std::string& wanted)
{
    for (InstructionSet set : allSets) {
        if (wanted != name(set))
            continue;
        if (!isAvailable(set))
            throw base::Error(base::ErrorKind::Unsupported,
                "VIGNETTE_CPU is set to " + wanted + ", which this CPU doesn't support.");
        return set;
    }
    throw base::Error(base::ErrorKind::Unsupported,
        "VIGNETTE_CPU must be scalar, avx2, avxvnni, avx512 or avx512vnni, but is \"" + wanted
            + "\".");
}

} // namespace

const char* name(InstructionSet set)
{
    constexpr const char* names[] = {"scalar", "avx2", "avxvnni", "avx512", "avx512vnni"};
    return names[int(set)];
}

const char* title(InstructionSet set)
{
    constexpr const char* titles[]
        = {"no vector extensions", "AVX2", "AVX-VNNI", "AVX-512", "AVX-512 VNNI"};
    return titles[int(set)];
}

bool isAvailable(InstructionSet set)
{
    switch (set) {
    case InstructionSet::Scalar:
        return true;
    case InstructionSet::Avx2:
        return hasAvx2();
    case InstructionSet::AvxVnni:
        return hasAvxVnni();
    case InstructionSet::Avx512:
        return hasAvx512();
    case InstructionSet::Avx512Vnni:
        return hasAvx512Vnni();
    }
    return false;
}

InstructionSet chosenInstructionSet()
{
    if (const char* wanted = std::getenv("VIGNETTE_CPU"); wanted && *wanted)
        return forcedInstructionSet(wanted);
    InstructionSet best = InstructionSet::Scalar;
    for (InstructionSet set : allSets)
        if (isAvailable(set))
            best = set;
    return best;
}

} // namespace kernels::cpu
