#pragma once

#include "engine/generate/result.h"

#include <exception>

namespace engine {

/// Writes into a last result why its job failed: the kind of error, if it is known, and a sentence.
void tellError(Result& result, const std::exception& error);

} // namespace engine
