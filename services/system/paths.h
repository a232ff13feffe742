#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

/// The locations of the user's files, by the XDG Base Directory Specification. A folder is created
/// when its path is requested; if that fails, whoever writes into it reports the error.

namespace services::paths {

QString settingsFile(); ///< ~/.config/vignette/vignette.ini
QString catalogFile(); ///< in the same folder: models that the user adds to the catalog
QString dataFolder(); ///< ~/.local/share/vignette: conversations, captions
QString conversationFile(); ///< the database in the data folder
QString documentIndexFile(); ///< in the data folder: the passages of people's documents
QString ownDocumentsFile(); ///< in the same folder: which documents this user added to which store
QString contextFolder(); ///< in the data folder: what models have read of conversations
QString presetFolder(); ///< in the data folder
QString modelFolder(); ///< in the data folder: OWNER/NAME/ of the models that were fetched
QString stateFolder(); ///< ~/.local/state/vignette: what can be lost without harm
QString downloadFile(); ///< in the state folder: models that are being fetched
QString contactFile(); ///< in the state folder: which hosts were contacted
QString logFolder(); ///< in the state folder
QString cacheFolder(); ///< ~/.cache/vignette: what can be made again
QString machineSpeedFile(); ///< in the cache folder: what this computer reaches
QString layoutFolder(); ///< in it: weights as a CPU lays them out; not made here

/// Those of the folders above that hold something of the user.
QStringList ownFolders();

/// A folder that only this user can open and that ends with the session: $XDG_RUNTIME_DIR or, if
/// the desktop sets none, a folder with mode 0700 in the folder for temporary files.
QString runtimeFolder();

} // namespace services::paths

namespace services {

/// Makes files that the program writes from now on readable by the user only. Must be called first
/// of all, before other threads exist.
void keepNewFilesPrivate();

/// Gives a file that the user has just had written by name, such as an export, the permissions that
/// it would have had without keepNewFilesPrivate(): what it is for concerns others, too. Leaves
/// alone what is no ordinary file. Any thread may call it.
void giveDefaultPermissions(const QString& file);

/// Writes such a file, completely or not at all, see writeWhole(). A new one gets those permissions.
/// Throws Error{BadFile}. Any thread may call it.
void writeExport(const QString& path, const QByteArray& bytes);

/// Removes all permissions of other users from these folders and everything below them, because
/// earlier versions left some. Links are not followed; what cannot be changed stays as it is. Any
/// thread may call it.
void makePrivate(const QStringList& folders);

/// The number of bytes that these files and folders take, with everything below the folders. Links
/// are not followed; what cannot be looked at counts nothing. May take a while on a slow disk.
qint64 diskUse(const QStringList& paths);

/// The file of a database with those that SQLite keeps next to it.
QStringList databaseFiles(const QString& path);

/// Removes the contents of a folder that can all be made again. Files that cannot be removed stay.
void emptyFolder(const QString& folder);

/// The languages that the program is translated to, by their names in the settings: "de", "zh_CN".
/// English, the language of the sources, is not among them.
QStringList translatedLanguages();

} // namespace services
