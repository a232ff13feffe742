#pragma once

#include <QStringList>

namespace services {

/// Returns the given files, and the pictures directly inside the given folders sorted by name, in
/// the order of `paths`. A file that does not exist is returned as well; whoever reads it reports
/// that. Throws Error{BadFile} if nothing is found because a folder holds no pictures. Any thread
/// may call it.
QStringList pictureFiles(const QStringList& paths);

/// Returns the folders at any depth below the given ones that hold pictures, sorted by path. Links
/// are not followed, and the search ends after 10,000 folders. Any thread may call it.
QStringList foldersBelow(const QStringList& paths);

} // namespace services
