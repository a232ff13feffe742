#pragma once

#include <QStringList>

namespace services {

/// The files named, and the pictures directly in the folders named, in that order; those of a
/// folder by name. Throws Error{BadFile} if that comes to nothing because a folder holds no
/// pictures. A file that does not exist is returned too: reading it says so. Any thread.
QStringList pictureFiles(const QStringList& paths);

/// The folders anywhere below those named that hold pictures, by path; links are not followed, and
/// after 10,000 folders the search ends. Any thread.
QStringList foldersBelow(const QStringList& paths);

} // namespace services
