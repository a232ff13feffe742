#pragma once

#include "base/error.h"
#include "engine/generate/generator.h"

#include <QString>

namespace tests {

/// The message with which a job is rejected; empty if it is not.
inline QString refusalOf(engine::Generator& generator, const engine::Job& job)
{
    try {
        generator.enqueue(job);
        return {};
    } catch (const base::Error& error) {
        return error.kind() == base::ErrorKind::BadRequest ? error.what() : "another kind";
    }
}

} // namespace tests
