#include "services/generation/cache_shelf.h"

#include <QCryptographicHash>

#include <algorithm>
#include <string>
#include <vector>

namespace services {

namespace fs = std::filesystem;

namespace {

constexpr const char* ending = ".cache";

// Its id as something that can be part of a file's name, whatever it is.
std::string nameOf(const QString& conversation)
{
    const QByteArray hash
        = QCryptographicHash::hash(conversation.toUtf8(), QCryptographicHash::Sha256);
    return hash.first(16).toHex().toStdString();
}

std::string ownerOf(const fs::path& file)
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

// For its owner's eyes only, as what it was made from.
bool makeFolder(const fs::path& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (!error)
        fs::permissions(folder, fs::perms::owner_all, error);
    return !error;
}

} // namespace

CacheShelf::CacheShelf(fs::path folder)
    : m_folder(std::move(folder))
{
}

void CacheShelf::setLimit(int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_limit = bytes;
    shrinkTo(bytes, {});
}

fs::path CacheShelf::fileOf(const QString& conversation, const engine::Fingerprint& model) const
{
    const QByteArray fingerprint
        = QByteArray::number(qulonglong(model.low), 16).rightJustified(16, '0')
        + QByteArray::number(qulonglong(model.high), 16).rightJustified(16, '0');
    return m_folder / (nameOf(conversation) + '-' + fingerprint.toStdString() + ending);
}

bool CacheShelf::has(const QString& conversation, const fs::path& file) const
{
    {
        const std::lock_guard lock(m_editionsMutex);
        const Editions editions = m_editions.value(conversation);
        if (editions.onDisk < editions.latest)
            return false;
    }
    std::error_code error;
    return fs::exists(file, error);
}

bool CacheShelf::makeRoom(const ConversationUse& use, const fs::path& file, int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    if (bytes > m_limit || m_removed.contains(use.conversation) || isOutdated(use)
        || !makeFolder(m_folder))
        return false;
    shrinkTo(m_limit - bytes, file);
    return true;
}

// But for `spared`, which will be replaced.
void CacheShelf::shrinkTo(int64_t bytes, const fs::path& spared)
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

void CacheShelf::markUsed(const fs::path& file)
{
    std::error_code ignored;
    fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
}

void CacheShelf::discard(const fs::path& file)
{
    const std::lock_guard lock(m_mutex);
    removeFile(file);
}

void CacheShelf::wasWritten(const ConversationUse& use, const fs::path& file)
{
    const std::lock_guard lock(m_mutex);
    if (m_removed.contains(use.conversation) || isOutdated(use))
        removeFile(file);
    shrinkTo(m_limit, {});
}

void CacheShelf::outdate(const QString& conversation)
{
    const std::lock_guard lock(m_editionsMutex);
    ++m_editions[conversation].latest;
}

void CacheShelf::removeOutdated(const QString& conversation)
{
    const int64_t latest = edition(conversation);
    const std::lock_guard lock(m_mutex);
    removeIf([name = nameOf(conversation)](const fs::path& file) { return ownerOf(file) == name; });
    const std::lock_guard editionsLock(m_editionsMutex);
    m_editions[conversation].onDisk = latest;
}

int64_t CacheShelf::edition(const QString& conversation) const
{
    const std::lock_guard lock(m_editionsMutex);
    return m_editions.value(conversation).latest;
}

bool CacheShelf::isOutdated(const ConversationUse& use) const
{
    return use.edition < edition(use.conversation);
}

void CacheShelf::remove(const QString& conversation)
{
    const std::lock_guard lock(m_mutex);
    m_removed << conversation;
    removeIf([name = nameOf(conversation)](const fs::path& file) { return ownerOf(file) == name; });
}

void CacheShelf::putBack(const QString& conversation)
{
    const std::lock_guard lock(m_mutex);
    m_removed.remove(conversation);
}

void CacheShelf::keepOnly(const QSet<QString>& conversations)
{
    QSet<QByteArray> owners;
    for (const QString& conversation : conversations)
        owners << QByteArray::fromStdString(nameOf(conversation));
    const std::lock_guard lock(m_mutex);
    removeIf([&owners](const fs::path& file) {
        return file.extension() != ending
            || !owners.contains(QByteArray::fromStdString(ownerOf(file)));
    });
}

void CacheShelf::removeIf(const auto& isUnwanted)
{
    for (const KeptFile& file : filesIn(m_folder))
        if (isUnwanted(file.path))
            removeFile(file.path);
}

} // namespace services
