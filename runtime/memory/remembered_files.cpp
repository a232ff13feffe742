#include "runtime/memory/remembered_files.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace runtime {

namespace fs = std::filesystem;

namespace {

constexpr const char* ending = ".cache";

std::string inHex(const engine::Fingerprint& fingerprint)
{
    char text[33];
    std::snprintf(text, sizeof(text), "%016llx%016llx", (unsigned long long)(fingerprint.low),
        (unsigned long long)(fingerprint.high));
    return text;
}

// Its id as something that can be part of a file's name, whatever it is.
std::string fileNamePart(const std::string& conversation)
{
    engine::FingerprintMaker maker;
    maker.add(conversation);
    return inHex(maker.value());
}

std::string ownerPart(const fs::path& file)
{
    const std::string name = file.filename().string();
    return name.substr(0, name.find('-'));
}

struct KeptFile {
    fs::path path;
    int64_t bytes = 0;
    fs::file_time_type used;
};

// What cannot be looked at counts as not there.
std::vector<KeptFile> filesIn(const fs::path& folder)
{
    std::vector<KeptFile> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code unknown;
        if (!entry->is_regular_file(unknown))
            continue;
        const auto bytes = entry->file_size(unknown);
        const auto used = entry->last_write_time(unknown);
        if (!unknown)
            files.push_back({entry->path(), int64_t(bytes), used});
    }
    return files;
}

void removeFile(const fs::path& file)
{
    std::error_code ignored;
    fs::remove(file, ignored);
}

// Makes a folder that only its owner can read, as the conversations themselves.
bool makeFolder(const fs::path& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (!error)
        fs::permissions(folder, fs::perms::owner_all, error);
    return !error;
}

} // namespace

RememberedFiles::RememberedFiles(fs::path folder)
    : m_folder(std::move(folder))
{
}

void RememberedFiles::setLimit(int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_limit = bytes;
    shrinkTo(bytes, {});
}

fs::path RememberedFiles::filePath(
    const std::string& conversation, const engine::Fingerprint& model) const
{
    return m_folder / (fileNamePart(conversation) + '-' + inHex(model) + ending);
}

bool RememberedFiles::has(const std::string& conversation, const fs::path& file) const
{
    {
        const std::lock_guard lock(m_removalsMutex);
        const auto found = m_removals.find(conversation);
        if (found != m_removals.end() && found->second.onDisk < found->second.count)
            return false;
    }
    std::error_code error;
    return fs::exists(file, error);
}

bool RememberedFiles::makeRoom(const RememberedUse& use, const fs::path& file, int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    if (bytes > m_limit || m_removed.contains(use.conversation) || isOutdated(use)
        || !makeFolder(m_folder))
        return false;
    shrinkTo(m_limit - bytes, file);
    return true;
}

// Does not count `spared`, which will be replaced.
void RememberedFiles::shrinkTo(int64_t bytes, const fs::path& spared)
{
    std::vector<KeptFile> files = filesIn(m_folder);
    std::erase_if(files, [&spared](const KeptFile& file) { return file.path == spared; });
    std::ranges::sort(files, {}, &KeptFile::used);
    int64_t total = 0;
    for (const KeptFile& file : files)
        total += file.bytes;
    for (const KeptFile& file : files) {
        if (total <= bytes)
            return;
        removeFile(file.path);
        total -= file.bytes;
    }
}

void RememberedFiles::markUsed(const fs::path& file)
{
    std::error_code ignored;
    fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
}

void RememberedFiles::discard(const fs::path& file)
{
    const std::lock_guard lock(m_mutex);
    removeFile(file);
}

void RememberedFiles::wasWritten(const RememberedUse& use, const fs::path& file)
{
    const std::lock_guard lock(m_mutex);
    if (m_removed.contains(use.conversation) || isOutdated(use))
        removeFile(file);
    shrinkTo(m_limit, {});
}

void RememberedFiles::outdate(const std::string& conversation)
{
    const std::lock_guard lock(m_removalsMutex);
    ++m_removals[conversation].count;
}

void RememberedFiles::removeOutdated(const std::string& conversation)
{
    const int64_t count = removals(conversation);
    const std::lock_guard lock(m_mutex);
    removeIf([name = fileNamePart(conversation)](
                 const fs::path& file) { return ownerPart(file) == name; });
    const std::lock_guard removalsLock(m_removalsMutex);
    m_removals[conversation].onDisk = count;
}

int64_t RememberedFiles::removals(const std::string& conversation) const
{
    const std::lock_guard lock(m_removalsMutex);
    const auto found = m_removals.find(conversation);
    return found == m_removals.end() ? 0 : found->second.count;
}

bool RememberedFiles::isOutdated(const RememberedUse& use) const
{
    return use.removals < removals(use.conversation);
}

void RememberedFiles::remove(const std::string& conversation)
{
    const std::lock_guard lock(m_mutex);
    m_removed.insert(conversation);
    removeIf([name = fileNamePart(conversation)](
                 const fs::path& file) { return ownerPart(file) == name; });
}

void RememberedFiles::putBack(const std::string& conversation)
{
    const std::lock_guard lock(m_mutex);
    m_removed.erase(conversation);
}

void RememberedFiles::keepOnly(const std::set<std::string>& conversations)
{
    std::set<std::string> owners;
    for (const std::string& conversation : conversations)
        owners.insert(fileNamePart(conversation));
    const std::lock_guard lock(m_mutex);
    removeIf([&owners](const fs::path& file) {
        return file.extension() != ending || !owners.contains(ownerPart(file));
    });
}

void RememberedFiles::removeIf(const auto& isUnwanted)
{
    for (const KeptFile& file : filesIn(m_folder))
        if (isUnwanted(file.path))
            removeFile(file.path);
}

} // namespace runtime
