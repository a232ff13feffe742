#pragma once

#include "runtime/answer_request.h"
#include <cstdint>

namespace runtime {

/// A use of a conversation, and how much had been removed from the conversation by then.
struct RememberedUse : ConversationUse {
    int64_t removals = 0; ///< RememberedFiles::removals() at the time of the request
};

} // namespace runtime
