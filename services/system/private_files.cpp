#include "services/system/private_files.h"

#include <QFile>

#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <system_error>

namespace services {

namespace fs = std::filesystem;

namespace {

std::optional<mode_t> usualMask; // of the user, as it was before keepNewFilesPrivate()
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
    usualMask = umask(S_IRWXG | S_IRWXO);
}

void giveUsualPermissions(const QString& file)
{
    const QByteArray path = QFile::encodeName(file);
    struct stat status = {};
    if (usualMask && lstat(path.constData(), &status) == 0 && S_ISREG(status.st_mode))
        chmod(path.constData(), 0666 & ~*usualMask); // or it stays private
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
