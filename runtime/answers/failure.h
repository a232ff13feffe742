#pragma once

#include "runtime/answer_engine.h"
#include <exception>
#include <new>

namespace runtime {

/// The failure for an error that ended an answer or the loading of a model.
inline AnswerFailure failureOf(const std::exception& error)
{
    if (dynamic_cast<const std::bad_alloc*>(&error))
        return {kernels::ErrorKind::OutOfMemory, kernels::outOfMemory("this").what()};
    const auto* known = dynamic_cast<const kernels::Error*>(&error);
    return {known ? known->kind() : kernels::ErrorKind::BadRequest, error.what()};
}

} // namespace runtime
