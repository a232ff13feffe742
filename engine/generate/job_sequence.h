#pragma once

#include "engine/cache/page_table.h"
#include "engine/tokenizers/token.h"

#include <cstdint>
#include <vector>

namespace engine {

/// The tokens of a job and where their keys and values are. A job has one sequence, with guidance a
/// second one for the negative prompt; both get the same answer.
///
/// The next token always comes from the last id: everything before it must have been read.
struct JobSequence {
    TokenIds ids; ///< prompt and answer
    std::vector<ContentKey> keys; ///< one for each id
    PageSequence pages;

    int64_t unread() const { return int64_t(ids.size()) - 1 - pages.filled; }
};

} // namespace engine
