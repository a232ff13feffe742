#include "engine/filters/schema/schema_refusals.h"

#include "engine/filters/schema/schema_numbers.h"
#include "kernels/error.h"

#include <algorithm>

namespace engine {

void refuseMalformed(const SchemaJson& place, const std::string& expected)
{
    throw kernels::Error(kernels::ErrorKind::BadRequest,
        "The schema must have " + expected + " at " + pointerTo(place) + ".");
}

void refuseUnenforceable(const SchemaJson& place, const std::string& reason)
{
    throw kernels::Error(kernels::ErrorKind::Unsupported,
        "The schema's " + pointerTo(place) + " cannot be enforced: " + reason + ".");
}

const SchemaJson& expected(const SchemaJson& value, SchemaJson::Kind kind)
{
    static constexpr const char* names[]
        = {"null", "true or false", "a number", "a text", "a list", "an object"};
    if (!value.is(kind))
        refuseMalformed(value, names[int(kind)]);
    return value;
}

uint64_t countIn(const SchemaJson& value)
{
    const auto number = decimalOf(expected(value, SchemaJson::Kind::Number).text);
    if (!number)
        return largestCount;
    if (number->negative || !number->fraction.empty())
        refuseMalformed(value, "a whole number that is not negative");
    if (number->whole.size() > 9)
        return largestCount;
    return std::stoull(number->whole);
}

} // namespace engine
