#pragma once

#include <csignal>
#include <sys/resource.h>

namespace tests {

/// Limits the size of files that are written while it exists: to a program, the disk is full.
class LargestFile {
public:
    explicit LargestFile(rlim_t bytes)
        : m_handler(std::signal(SIGXFSZ, SIG_IGN)) // the writer is told by an error
    {
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~LargestFile()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    LargestFile(const LargestFile&) = delete;
    LargestFile& operator=(const LargestFile&) = delete;

private:
    void (*m_handler)(int);
    rlimit m_before{};
};

} // namespace tests
