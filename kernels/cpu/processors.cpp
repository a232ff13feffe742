#include "kernels/cpu/processors.h"

#include <algorithm>
#include <cmath>
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

// The tightest limit among this process's group and the groups that hold it.
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

} // namespace kernels::cpu
