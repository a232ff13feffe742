#include "kernels/host_memory.h"

#include "kernels/error.h"

#include <cstdlib>
#include <fstream>
#include <string>

namespace kernels {

void* allocateHostMemory(int64_t bytes)
{
    CHECK(bytes >= 0);
    void* memory = nullptr;
    if (posix_memalign(&memory, 64, size_t(bytes > 0 ? bytes : 1)) != 0)
        throw outOfMemory("another " + std::to_string((bytes + (1 << 20) - 1) >> 20) + " MiB");
    return memory;
}

void releaseHostMemory(void* memory)
{
    std::free(memory);
}

int64_t availableHostMemory()
{
    std::ifstream file("/proc/meminfo"); // lines like "MemAvailable:   16142084 kB"
    std::string key, unit;
    for (int64_t kibibytes = 0; file >> key >> kibibytes && std::getline(file, unit);)
        if (key == "MemAvailable:")
            return kibibytes * 1024;
    return 0;
}

} // namespace kernels
