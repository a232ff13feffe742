#pragma once

#include "services/documents/index/index_documents.h"

#include <QStringList>

namespace app {

// Subcommands of vignette-cli that work with documents, one file each. All of them throw
// base::Error or UsageError.
int runIndex(const QStringList& arguments);
int runSearch(const QStringList& arguments);
int runAsk(const QStringList& arguments);

// The commands below `vignette-cli documents`.
int printDocument(const QStringList& arguments);
int listDocuments(const QStringList& arguments);
int removeDocuments(const QStringList& arguments);

/// Prints what is known of a file of a store: a line, on stderr if it could not be read; or a JSON
/// object.
void print(const services::FileOutcome& outcome, bool asJson);

} // namespace app
