#pragma once

#include <QStringList>

namespace services {

/// From now on, only the user may read files that the program writes. Must be called first of all,
/// before other threads exist.
void keepNewFilesPrivate();

/// Gives a file that the user has just had written by name, such as an export, the permissions that
/// it would have had without keepNewFilesPrivate(): what it is for concerns others, too. Leaves
/// alone what is no ordinary file. Any thread may call it.
void giveUsualPermissions(const QString& file);

/// Removes all permissions of other users from these folders and everything below them, because
/// earlier versions left some. Links are not followed; what cannot be changed stays as it is. Any
/// thread may call it.
void makePrivate(const QStringList& folders);

} // namespace services
