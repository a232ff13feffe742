#pragma once

#include "services/models/model_description.h"

namespace services {

/// Whether a model writes no answers, so that it is not usable, but finds passages of documents by
/// what they mean.
bool isEmbedding(const ModelDescription& model);

} // namespace services
