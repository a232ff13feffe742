#pragma once

#include "engine/sampling/token_mask.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace engine {

/// What an answer may become, seen from where it stands. The state of one constraint in one job.
///
/// A filter reads bytes and knows nothing of how the answer is cut into tokens; only `mask` does.
/// Used by one thread at a time: `mask` may run in the background between two other calls.
class Filter {
public:
    virtual ~Filter() = default;

    /// The tokens whose bytes may come next. Special tokens have no bytes and are never among
    /// them. Valid until the next call of take or undo.
    virtual const TokenMask& mask() = 0;

    /// Goes on by these bytes. False, with nothing changed, if they may not come next.
    virtual bool take(std::string_view bytes) = 0;

    /// Undoes the last `count` successful calls of take.
    virtual void undo(int64_t count) = 0;

    /// True if the answer may end here.
    virtual bool mayEnd() const = 0;

    /// True if nothing at all may follow, so that the answer ends by itself.
    virtual bool mustEnd() const = 0;
};

/// A rule that an answer has to keep: a schema, a grammar, a list of choices. Compiled for one
/// vocabulary; immutable, so any thread and any number of jobs may use it.
class Constraint {
public:
    virtual ~Constraint() = default;

    /// The state at the beginning of an answer.
    virtual std::unique_ptr<Filter> start() const = 0;
};

using ConstraintPtr = std::shared_ptr<const Constraint>;

} // namespace engine
