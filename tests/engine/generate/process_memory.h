#pragma once

#include <cstdint>
#include <cstdio>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace tests {

/// Memory of this process that is in use, in bytes; 0 where that cannot be found out.
inline int64_t residentBytes()
{
#ifdef __GLIBC__
    malloc_trim(0); // what is free in the heap is not in use
#endif
    int64_t pages = 0;
    if (FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%*d %ld", &pages) != 1)
            pages = 0;
        std::fclose(file);
    }
    return pages * sysconf(_SC_PAGESIZE);
}

} // namespace tests
