#include "engine/config/weight_type.h"

#include <algorithm>
#include <map>

namespace engine {

std::string commonWeightType(const WeightFile& file)
{
    std::map<kernels::DType, int64_t> bytes;
    for (const WeightTensor& tensor : file.tensors())
        bytes[tensor.view.dtype] += tensor.view.sizeInBytes();
    const auto most = std::max_element(bytes.begin(), bytes.end(),
        [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == bytes.end() ? "" : kernels::name(most->first);
}

} // namespace engine
