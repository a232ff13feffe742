#pragma once

#include <QStringList>

namespace app {

// What `vignette-cli documents` can do, one file each. All of them throw kernels::Error or UsageError.
int printDocument(const QStringList& arguments);

} // namespace app
