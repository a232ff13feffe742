#pragma once

#include "services/documents/index/index_documents.h"

namespace app {

/// Prints what is known of a file of a store: a line, on stderr if it could not be read; or a JSON
/// object.
void print(const services::FileOutcome& outcome, bool asJson);

} // namespace app
