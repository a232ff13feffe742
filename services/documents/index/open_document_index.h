#pragma once

#include "services/documents/index/document_index.h"

#include <memory>

namespace services {

/// Opens a store: a file or, by a URL (see PostgresAddress), a database of PostgreSQL, which is asked
/// only when the store is used. Throws Error{BadFile} with a sentence for users that holds no password.
std::unique_ptr<DocumentIndex> openDocumentIndex(
    const QString& store, MissingStore missing = MissingStore::Create);

/// Whether openDocumentIndex() finds a store that was made before; a server is taken to have one.
bool isDocumentIndexThere(const QString& store);

} // namespace services
