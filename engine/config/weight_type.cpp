#include "engine/config/weight_type.h"

#include "engine/config/tensor_names.h"

#include <algorithm>
#include <map>

namespace engine {

std::string commonWeightType(const WeightFile& file, int64_t layers)
{
    std::map<kernels::DType, int64_t> bytes;
    for (const WeightTensor& tensor : file.tensors())
        if (!isMtpTensor(tensor.name, layers))
            bytes[tensor.view.dtype] += tensor.view.sizeInBytes();
    const auto most = std::max_element(bytes.begin(), bytes.end(),
        [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == bytes.end())
        return "";
    const std::string packing = file.packing();
    return packing.empty() ? kernels::name(most->first)
                           : packing + " as " + kernels::name(most->first);
}

} // namespace engine
