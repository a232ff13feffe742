#include "engine/generate/job_error.h"

#include "kernels/error.h"

#include <new>

namespace engine {

void tellError(Result& result, const std::exception& error)
{
    result.eosReason = EosReason::Error;
    result.error = error.what();
    if (const auto* known = dynamic_cast<const kernels::Error*>(&error))
        result.errorKind = known->kind();
    if (dynamic_cast<const std::bad_alloc*>(&error)) {
        result.errorKind = kernels::ErrorKind::OutOfMemory;
        result.error = kernels::outOfMemory("the rest of this answer").what();
    }
}

} // namespace engine
