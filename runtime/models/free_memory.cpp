#include "runtime/models/free_memory.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>

namespace runtime {

namespace {

namespace fs = std::filesystem;

// The number after `key` in a file of lines such as "MemAvailable:   16142084 kB".
std::optional<int64_t> numberAfter(const fs::path& path, const std::string& key)
{
    std::ifstream file(path);
    std::string word;
    for (int64_t number = 0; file >> word;) {
        if (word == key && file >> number)
            return number;
        std::getline(file, word);
    }
    return std::nullopt;
}

// Nothing for "max", which is no number.
std::optional<int64_t> numberIn(const fs::path& path)
{
    std::ifstream file(path);
    int64_t number = 0;
    if (file >> number)
        return number;
    return std::nullopt;
}

/// Where a version of control groups keeps what is asked for here.
struct GroupFiles {
    const char* line; ///< of /proc/self/cgroup, what comes before the group's path
    const char* folder;
    const char *limit, *used;
    const char* cache; ///< a key of memory.stat: files that were read and not lately used
};

constexpr GroupFiles versions[] = {
    {"0::/", "sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"},
    {":memory:/", "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
        "total_inactive_file"},
};

// The path of this program's group below the folder.
std::string groupOf(const fs::path& root, const GroupFiles& files)
{
    std::ifstream file(root / "proc/self/cgroup");
    const std::string mark = files.line;
    for (std::string line; std::getline(file, line);)
        if (const size_t at = line.find(mark); at != std::string::npos)
            return line.substr(at + mark.size());
    return {};
}

// What a group may still take; its file cache counts as free, for it gives way.
std::optional<int64_t> leftInGroup(const fs::path& group, const GroupFiles& files)
{
    const auto limit = numberIn(group / files.limit);
    const auto used = numberIn(group / files.used);
    if (!limit || !used)
        return std::nullopt;
    const int64_t cache = numberAfter(group / "memory.stat", files.cache).value_or(0);
    return std::max<int64_t>(0, *limit - *used + std::min(cache, *used));
}

} // namespace

int64_t freeMemory(const fs::path& root)
{
    int64_t left = numberAfter(root / "proc/meminfo", "MemAvailable:").value_or(0) * 1024;
    for (const GroupFiles& files : versions) {
        const fs::path top = root / files.folder;
        // A group is bound by the limits of all groups around it.
        for (fs::path group = top / groupOf(root, files);; group = group.parent_path()) {
            if (const auto inGroup = leftInGroup(group, files))
                left = left > 0 ? std::min(left, *inGroup) : *inGroup;
            if (group == top || group == group.parent_path())
                break;
        }
    }
    return left;
}

int64_t freeMemory()
{
    return freeMemory("/");
}

} // namespace runtime
