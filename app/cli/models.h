#pragma once

#include <QStringList>

namespace app {

// The actions of `vignette-cli models`, one file each. Each function returns the exit code.
int inspectModel(const QStringList& arguments);
int convertModel(const QStringList& arguments);
int listDevices(const QStringList& arguments);
int getModel(const QStringList& arguments);
int listModels(const QStringList& arguments);
int removeModel(const QStringList& arguments);
int testModel(const QStringList& arguments);

} // namespace app
