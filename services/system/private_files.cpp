#include "services/system/private_files.h"

#include <QFile>

#include <filesystem>
#include <sys/stat.h>
#include <system_error>

namespace services {

namespace fs = std::filesystem;

namespace {

constexpr fs::perms ofOthers = fs::perms::group_all | fs::perms::others_all;

void takeFromOthers(const fs::directory_entry& entry)
{
    std::error_code failed; // and then it stays as it is
    const fs::file_status status = entry.symlink_status(failed);
    const bool isOurs = fs::is_regular_file(status) || fs::is_directory(status);
    if (isOurs && (status.permissions() & ofOthers) != fs::perms::none)
        fs::permissions(entry.path(), ofOthers, fs::perm_options::remove, failed);
}

} // namespace

void keepNewFilesPrivate()
{
    umask(S_IRWXG | S_IRWXO);
}

void makePrivate(const QStringList& folders)
{
    for (const QString& folder : folders) {
        const fs::path path = QFile::encodeName(folder).toStdString();
        std::error_code failed;
        takeFromOthers(fs::directory_entry(path, failed));
        fs::recursive_directory_iterator entry(
            path, fs::directory_options::skip_permission_denied, failed);
        for (; !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed))
            takeFromOthers(*entry);
    }
}

} // namespace services
