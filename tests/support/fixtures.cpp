#include "tests/support/fixtures.h"

#include "base/error.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/file.h>
#include <unistd.h>

namespace tests {

namespace fs = std::filesystem;

namespace {

// True if some file is there only as its .gz.
bool isPacked(const fs::path& folder)
{
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const fs::path& path = entry.path();
        if (path.extension() == ".gz" && !fs::exists(fs::path(path).replace_extension()))
            return true;
    }
    return false;
}

// Tests run side by side: the first unpacks, the others wait for it.
class FileLock {
public:
    explicit FileLock(const fs::path& path)
        : m_file(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600))
    {
        if (m_file < 0 || flock(m_file, LOCK_EX) != 0)
            throw base::Error(base::ErrorKind::BadFile, "cannot lock " + path.string());
    }
    ~FileLock() { close(m_file); }
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    int m_file;
};

// The build folder, next to the programs; a temporary one for a test started by hand.
fs::path placeForUnpacked(const fs::path& packed)
{
    const char* programs = std::getenv("VIGNETTE_BIN");
    const fs::path parent
        = programs && *programs ? fs::path(programs).parent_path() : fs::temp_directory_path();
    return parent / ("fixtures-" + std::to_string(std::hash<std::string>{}(packed.string())));
}

std::optional<fs::path> unpacked(const fs::path& packed)
{
    const fs::path target = placeForUnpacked(packed);
    const fs::path ready = target / ".unpacked";
    const FileLock lock(target.string() + ".lock");
    if (fs::exists(ready))
        return target;
    const std::string copy = "'" + target.string() + "'";
    const std::string command = "mkdir -p " + copy + " && cp -R --no-preserve=mode '"
        + packed.string() + "/.' " + copy + " && find " + copy
        + " -name '*.gz' -exec gunzip -kf {} + && touch '" + ready.string() + "'";
    return std::system(command.c_str()) == 0 ? std::optional(target) : std::nullopt;
}

} // namespace

std::optional<fs::path> fixtures()
{
    static const std::optional<fs::path> found = []() -> std::optional<fs::path> {
        const char* named = std::getenv("VIGNETTE_FIXTURES");
        if (!named || !*named || !fs::is_directory(named))
            return std::nullopt;
        const fs::path folder = fs::absolute(named);
        return isPacked(folder) ? unpacked(folder) : folder;
    }();
    return found;
}

fs::path dataFolder()
{
    return VIGNETTE_TEST_DATA;
}

std::string readBytes(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw base::Error(base::ErrorKind::BadFile, "cannot read " + path.string());
    return {std::istreambuf_iterator<char>(file), {}};
}

nlohmann::json readJson(const fs::path& path)
{
    return nlohmann::json::parse(readBytes(path));
}

std::vector<fs::path> entriesOf(const fs::path& folder)
{
    std::vector<fs::path> entries;
    if (fs::is_directory(folder))
        for (const auto& entry : fs::directory_iterator(folder))
            entries.push_back(entry.path());
    std::ranges::sort(entries);
    return entries;
}

} // namespace tests
