#include "tests/support/fixtures.h"

#include "base/error.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sstream>
#include <sys/file.h>
#include <unistd.h>

namespace tests {

namespace fs = std::filesystem;

namespace {

// The folders that VIGNETTE_FIXTURES names, separated by colons, without those that are not there.
std::vector<fs::path> namedTrees()
{
    const char* named = std::getenv("VIGNETTE_FIXTURES");
    std::istringstream names(named ? named : "");
    std::vector<fs::path> trees;
    for (std::string name; std::getline(names, name, ':');)
        if (!name.empty() && fs::is_directory(name))
            trees.push_back(fs::canonical(name));
    return trees;
}

std::vector<fs::path> filesIn(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

// True if some file is there only as its .gz.
bool isPacked(const fs::path& folder)
{
    return std::ranges::any_of(filesIn(folder), [](const fs::path& path) {
        return path.extension() == ".gz" && !fs::exists(fs::path(path).replace_extension());
    });
}

// Changes when a file of the trees comes, goes or is written.
std::string contentsOf(const std::vector<fs::path>& trees)
{
    std::ostringstream contents;
    for (const fs::path& tree : trees)
        for (const fs::path& file : filesIn(tree))
            contents << file.string() << ' ' << fs::file_size(file) << ' '
                     << fs::last_write_time(file).time_since_epoch().count() << '\n';
    return contents.str();
}

// Tests run side by side: the first makes the copy, the others wait for it.
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
fs::path placeForCopy(const std::vector<fs::path>& trees)
{
    const char* programs = std::getenv("VIGNETTE_BIN");
    const fs::path parent
        = programs && *programs ? fs::path(programs).parent_path() : fs::temp_directory_path();
    std::string names;
    for (const fs::path& tree : trees)
        names += tree.string() + ":";
    return parent / ("fixtures-" + std::to_string(std::hash<std::string>{}(names)));
}

// One folder with the files of all trees, of which the first counts where two have the same, and
// with what their .gz contain. It is made again when a tree has changed.
std::optional<fs::path> copyOf(const std::vector<fs::path>& trees)
{
    const fs::path target = placeForCopy(trees);
    const fs::path ready = target / ".contents";
    const FileLock lock(target.string() + ".lock");
    const std::string contents = contentsOf(trees);
    if (fs::exists(ready) && readBytes(ready) == contents)
        return target;
    fs::remove_all(target);
    fs::create_directories(target);
    for (const fs::path& tree : trees) {
        for (const fs::path& file : filesIn(tree)) {
            const fs::path copy = target / fs::relative(file, tree);
            fs::create_directories(copy.parent_path());
            if (!fs::copy_file(file, copy, fs::copy_options::skip_existing))
                continue;
            fs::permissions(copy, fs::perms::owner_write, fs::perm_options::add);
        }
    }
    const std::string unpack = "find '" + target.string() + "' -name '*.gz' -exec gunzip -kf {} +";
    if (std::system(unpack.c_str()) != 0)
        return std::nullopt;
    std::ofstream(ready, std::ios::binary) << contents;
    return target;
}

} // namespace

std::optional<fs::path> fixtures()
{
    static const std::optional<fs::path> found = []() -> std::optional<fs::path> {
        const std::vector<fs::path> trees = namedTrees();
        if (trees.empty())
            return std::nullopt;
        return trees.size() > 1 || isPacked(trees.front()) ? copyOf(trees) : trees.front();
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
