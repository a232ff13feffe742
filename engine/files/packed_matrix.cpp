#include "engine/files/packed_matrix.h"

#include "engine/files/printable.h"
#include "kernels/error.h"
#include "kernels/half.h"

#include <algorithm>
#include <cstring>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

const StoredArray* PackedArrays::find(std::string_view ending) const
{
    return m_file.findArray(m_prefix + std::string(ending));
}

const StoredArray& PackedArrays::require(std::string_view ending,
    std::initializer_list<std::string_view> dtypes, size_t dimensions) const
{
    const StoredArray* array = find(ending);
    if (!array)
        refuse("has no " + std::string(ending.substr(1)));
    if (std::ranges::find(dtypes, array->dtype) == dtypes.end()
        || array->shape.size() != dimensions)
        refuse("has " + std::string(ending.substr(1)) + " of an unknown type or shape");
    return *array;
}

void PackedArrays::refuse(const std::string& why) const
{
    throw Error(ErrorKind::BadFile,
        m_file.path().filename().string() + ": the packed matrix " + printable(m_prefix) + " "
            + why);
}

float numberAt(const StoredArray& array, int64_t index)
{
    if (array.dtype == "F32") {
        float number;
        std::memcpy(&number, array.bytes.data() + index * 4, sizeof number);
        return number;
    }
    uint16_t half;
    std::memcpy(&half, array.bytes.data() + index * 2, sizeof half);
    return array.dtype == "F16" ? kernels::floatFromHalf(half) : kernels::floatFromBfloat(half);
}

} // namespace engine
