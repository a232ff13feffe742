#include "services/documents/index/document_index.h"

namespace services {

void DocumentIndex::setInterrupt(std::function<bool()>) { }

} // namespace services
