#pragma once

#include "runtime/answer_request.h"
#include <cstdint>

namespace runtime {

/// A use of a conversation, and what had been taken out of it by then.
struct RememberedUse : ConversationUse {
    int64_t removals = 0; ///< RememberedFiles::removals() when it was asked
};

} // namespace runtime
