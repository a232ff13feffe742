#pragma once

#include "engine/cache/page_table.h"
#include "engine/tokenizers/token.h"

#include <cstdint>
#include <vector>

namespace engine {

/// The tokens of a job, and the pages of their keys and values. A job has one sequence; with
/// guidance it has a second one for the negative prompt, and both get the same answer.
///
/// The next token is always computed from the last id, so everything before the last id must have
/// been read.
struct JobSequence {
    TokenIds ids; ///< prompt and answer
    std::vector<ContentKey> keys; ///< one for each id
    PageSequence pages;
    int64_t reach = 0; ///< the most ids that it may come to have
    /// How many of the ids before the last were guesses when they were read, so that no state is
    /// kept after them: the next pass reads them once more, along with the last one.
    int64_t again = 0;

    int64_t unread() const { return int64_t(ids.size()) - 1 - again - pages.filled; }
};

} // namespace engine
