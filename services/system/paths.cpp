#include "services/system/paths.h"

#include "services/storage/whole_file.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <system_error>

namespace services::paths {

namespace {

const QString name = QStringLiteral("vignette");

QString made(const QString& folder)
{
    QDir().mkpath(folder);
    // Their contents concern nobody else.
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return folder;
}

// Qt 6.4 knows no place for state. The specification wants relative paths ignored.
QString stateHome()
{
    const QString named = qEnvironmentVariable("XDG_STATE_HOME");
    return QDir::isAbsolutePath(named) ? named : QDir::home().filePath(".local/state");
}

QString within(QStandardPaths::StandardLocation place)
{
    return made(QStandardPaths::writableLocation(place) + u'/' + name);
}

} // namespace

QString settingsFile()
{
    return within(QStandardPaths::GenericConfigLocation) + QStringLiteral("/vignette.ini");
}

QString catalogFile()
{
    return within(QStandardPaths::GenericConfigLocation) + QStringLiteral("/catalogue.json");
}

QString dataFolder()
{
    return within(QStandardPaths::GenericDataLocation);
}

QString conversationFile()
{
    return dataFolder() + QStringLiteral("/conversations.sqlite");
}

QString documentIndexFile()
{
    return dataFolder() + QStringLiteral("/documents.sqlite");
}

QString ownDocumentsFile()
{
    return dataFolder() + QStringLiteral("/own-documents.sqlite");
}

QString contextFolder()
{
    return made(dataFolder() + QStringLiteral("/contexts"));
}

QString presetFolder()
{
    return made(dataFolder() + QStringLiteral("/presets"));
}

QString modelFolder()
{
    return made(dataFolder() + QStringLiteral("/models"));
}

QString stateFolder()
{
    return made(stateHome() + u'/' + name);
}

QString downloadFile()
{
    return stateFolder() + QStringLiteral("/downloads.json");
}

QString contactFile()
{
    return stateFolder() + QStringLiteral("/contacts.json");
}

QString logFolder()
{
    return made(stateFolder() + QStringLiteral("/logs"));
}

QString cacheFolder()
{
    return within(QStandardPaths::GenericCacheLocation);
}

QString machineSpeedFile()
{
    return cacheFolder() + QStringLiteral("/machine-speed.json");
}

QString layoutFolder()
{
    return cacheFolder() + QStringLiteral("/layouts");
}

QStringList ownFolders()
{
    return {
        within(QStandardPaths::GenericConfigLocation), dataFolder(), stateFolder(), cacheFolder()};
}

QString runtimeFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
}

} // namespace services::paths

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

void giveDefaultPermissions(const QString& file)
{
    const QByteArray path = QFile::encodeName(file);
    struct stat status = {};
    if (usualMask && lstat(path.constData(), &status) == 0 && S_ISREG(status.st_mode))
        chmod(path.constData(), 0666 & ~*usualMask); // or it stays private
}

void writeExport(const QString& path, const QByteArray& bytes)
{
    const bool isNew = !QFileInfo::exists(path);
    writeWhole(path, bytes);
    if (isNew)
        giveDefaultPermissions(path);
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

qint64 diskUse(const QStringList& paths)
{
    qint64 bytes = 0;
    for (const QString& path : paths) {
        const QFileInfo info(path);
        if (info.isSymLink())
            continue;
        if (info.isFile())
            bytes += info.size();
        QDirIterator files(path, QDir::Files | QDir::Hidden | QDir::NoSymLinks,
            info.isDir() ? QDirIterator::Subdirectories : QDirIterator::NoIteratorFlags);
        while (info.isDir() && files.hasNext()) {
            files.next();
            bytes += files.fileInfo().size();
        }
    }
    return bytes;
}

QStringList databaseFiles(const QString& path)
{
    return {path, path + QStringLiteral("-wal"), path + QStringLiteral("-shm")};
}

void emptyFolder(const QString& folder)
{
    QDirIterator entries(
        folder, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    while (entries.hasNext()) {
        const QFileInfo entry(entries.next());
        if (entry.isDir() && !entry.isSymLink())
            QDir(entry.filePath()).removeRecursively();
        else
            QFile::remove(entry.filePath());
    }
}

QStringList translatedLanguages()
{
    const QDir compiled(QStringLiteral(":/translations"));
    QStringList languages;
    for (QString file : compiled.entryList({"vignette_*.qm"}, QDir::Files, QDir::Name)) {
        const QString language = file.remove("vignette_").remove(".qm");
        if (language != QLatin1String("en")) // holds plural forms only
            languages << language;
    }
    return languages;
}

} // namespace services
