#pragma once

#include "engine/sampling/logits.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace engine {

/// The state of one constraint in one job: it says what may follow the answer written so far.
///
/// A filter reads bytes and knows nothing of how the answer is cut into tokens; only mask() does.
/// It is used by one thread at a time; mask() may run on a background thread between two other
/// calls.
class Filter {
public:
    virtual ~Filter() = default;

    /// The tokens whose bytes may come next. Special tokens have no bytes and are never among them.
    /// The reference is valid until the next call of take() or undo().
    virtual const TokenMask& mask() = 0;

    /// Appends these bytes to the answer. Returns false, and changes nothing, if they may not come
    /// next.
    virtual bool take(std::string_view bytes) = 0;

    /// Takes back the last `count` successful calls of take().
    virtual void undo(int64_t count) = 0;

    /// True if the answer may end here.
    virtual bool mayEnd() const = 0;

    /// True if no byte may follow, so that the answer is complete.
    virtual bool mustEnd() const = 0;
};

/// A rule that an answer has to keep: a schema, a grammar, a pattern, a list of choices. It is
/// compiled for one vocabulary and never changes, so any thread and any number of jobs may use it.
class Constraint {
public:
    virtual ~Constraint() = default;

    /// Returns the state at the beginning of an answer.
    virtual std::unique_ptr<Filter> start() const = 0;
};

using ConstraintPtr = std::shared_ptr<const Constraint>;

} // namespace engine
