#pragma once

#include "runtime/answer_request.h"
#include <optional>
#include <vector>

namespace runtime {

/// Finds the message that the last one refers to among those that are not read: the newest of those
/// with the most words of the last one that no message contains which is read. Short words count only
/// in the names of attached files. Words are runs of letters and digits, so nothing is found in
/// languages without spaces between words. `isRead` has one entry for each message.
std::optional<size_t> meantMessage(
    const std::vector<RequestMessage>& messages, const std::vector<bool>& isRead);

} // namespace runtime
