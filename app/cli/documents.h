#pragma once

#include <QStringList>

namespace app {

// Subcommands of vignette-cli that work with documents, one file each. All of them throw
// kernels::Error or UsageError.
int runIndex(const QStringList& arguments);
int runSearch(const QStringList& arguments);
int runAsk(const QStringList& arguments);

// And what `vignette-cli documents` can do.
int printDocument(const QStringList& arguments);
int listDocuments(const QStringList& arguments);
int removeDocuments(const QStringList& arguments);

} // namespace app
