#pragma once

#include <QStringList>

namespace app {

// The actions of `vignette-cli models`, one file each. Each function returns the exit code.
int inspectModel(const QStringList& arguments);
int convertModel(const QStringList& arguments);
int listDevices(const QStringList& arguments);

} // namespace app
