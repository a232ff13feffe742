#pragma once

#include <QStringList>

namespace app {

/// `vignette-cli bench machine`. Returns the exit code.
int benchMachine(const QStringList& arguments);

} // namespace app
