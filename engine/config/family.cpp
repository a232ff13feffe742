#include "engine/config/family.h"

#include <algorithm>

namespace engine {

const Family* findFamily(Families families, std::string_view name)
{
    const auto hasName = [&](const Family* family) {
        return std::ranges::find(family->names, name) != family->names.end();
    };
    const auto found = std::ranges::find_if(families, hasName);
    return found == families.end() ? nullptr : *found;
}

} // namespace engine
