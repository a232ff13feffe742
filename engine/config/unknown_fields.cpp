#include "engine/config/unknown_fields.h"

#include "engine/files/printable.h"
#include "kernels/error.h"

#include <algorithm>

namespace engine {

bool isHarmless(std::string_view name, std::span<const HarmlessFields> harmless)
{
    const auto isIt = [name](std::string_view field) {
        const bool isWithin = name.size() > field.size() + 1 && name.ends_with(field)
            && name[name.size() - field.size() - 1] == '.';
        return name == field || isWithin;
    };
    return std::ranges::any_of(harmless,
        [&](const HarmlessFields& fields) { return std::ranges::any_of(fields.names, isIt); });
}

void refuseUnknown(const std::string& source, const std::string& name)
{
    throw kernels::Error(kernels::ErrorKind::Unsupported,
        source + " has the field " + printable(name)
            + ", which this version does not know and which may change what the model computes");
}

void refuseUnknown(
    const JsonFields& fields, std::initializer_list<std::span<const HarmlessFields>> harmless)
{
    for (const std::string& name : fields.unread()) {
        const bool isKnown = std::ranges::any_of(
            harmless, [&](std::span<const HarmlessFields> list) { return isHarmless(name, list); });
        if (!isKnown)
            refuseUnknown(fields.source(), name);
    }
}

} // namespace engine
