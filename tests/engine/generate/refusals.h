#pragma once

#include "engine/generate/generator.h"
#include "kernels/error.h"

#include <QString>

namespace tests {

/// The sentence with which a job is refused; empty if it is not.
inline QString refusalOf(engine::Generator& generator, const engine::Job& job)
{
    try {
        generator.enqueue(job);
        return {};
    } catch (const kernels::Error& error) {
        return error.kind() == kernels::ErrorKind::BadRequest ? error.what() : "another kind";
    }
}

} // namespace tests
