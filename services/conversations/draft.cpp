#include "services/conversations/draft.h"

#include <algorithm>

namespace services {

bool haveSameFiles(const Draft& left, const Draft& right)
{
    const auto isSame = [](const Picture& a, const Picture& b) {
        return a.name == b.name && a.image.cacheKey() == b.image.cacheKey();
    };
    return left.attachments == right.attachments
        && std::ranges::equal(left.pictures, right.pictures, isSame);
}

} // namespace services
