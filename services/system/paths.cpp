#include "services/system/paths.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace services::paths {

namespace {

const QString name = QStringLiteral("vignette");

QString made(const QString& folder)
{
    QDir().mkpath(folder);
    // What lies in them concerns nobody else.
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

QString catalogueFile()
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
