#pragma once

#include <QString>
#include <QStringList>

/// Where the program keeps what is the user's, by the XDG base directory specification. A folder
/// is made when it is asked for; if that fails, whoever writes into it says so.
namespace services::paths {

QString settingsFile(); ///< ~/.config/vignette/vignette.ini
QString dataFolder(); ///< ~/.local/share/vignette: conversations, captions
QString conversationFile();
QString contextFolder(); ///< within the data folder: conversations as models have read them
QString stateFolder(); ///< ~/.local/state/vignette: what may be lost without harm
QString logFolder(); ///< within the state folder
QString cacheFolder(); ///< ~/.cache/vignette: what can be made again

/// All of the above that hold something of the user's.
QStringList ownFolders();

/// The user's alone and gone with the session: $XDG_RUNTIME_DIR, or a folder of 0700 among the
/// temporary ones where the desktop has none.
QString runtimeFolder();

} // namespace services::paths
