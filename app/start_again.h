#pragma once

#include <QStringList>

namespace app {

/// Replaces this process by a new one of the same program, with these options. Everything of this
/// one must have ended. Returns only if that fails, after a line on the standard error.
void startAgain(char* program, const QStringList& options);

} // namespace app
