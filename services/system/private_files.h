#pragma once

#include <QStringList>

namespace services {

/// From now on nobody but the user may read what the program writes. Called first of all, before
/// there are other threads.
void keepNewFilesPrivate();

/// Takes all permissions of other users from these folders and whatever lies below them, for
/// earlier versions left some. Links are not followed; what cannot be changed stays as it is. Any
/// thread.
void makePrivate(const QStringList& folders);

} // namespace services
