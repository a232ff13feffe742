#pragma once

#include <cstddef>

namespace services {

/// How much is read of one document. What goes beyond the first three is left out, and the document
/// says that it is not whole; what goes beyond the others is refused.
struct ReadLimits {
    size_t pages = 20'000;
    size_t textBytes = size_t(64) << 20;
    size_t blocks = 1'000'000;
    size_t expandedBytes = size_t(256) << 20; ///< all that is unpacked of an archive
    int nesting = 200; ///< elements, lists, messages within each other
};

} // namespace services
