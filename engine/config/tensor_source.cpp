#include "engine/config/tensor_source.h"

#include "kernels/error.h"

#include <algorithm>
#include <utility>

namespace engine {

TensorSource::TensorSource(
    std::shared_ptr<const WeightFile> file, FileLayout layout, TensorNames names)
    : m_file(std::move(file))
    , m_layout(layout)
    , m_names(std::move(names))
{
}

const WeightTensor* TensorSource::find(std::string_view canonicalName) const
{
    if (m_layout == FileLayout::Gguf)
        return m_file->find(canonicalName);
    for (const std::string& name : huggingFaceNames(m_names, canonicalName))
        if (const WeightTensor* tensor = m_file->find(name))
            return tensor;
    return nullptr;
}

const WeightTensor& TensorSource::require(std::string_view canonicalName) const
{
    if (const WeightTensor* tensor = find(canonicalName))
        return *tensor;
    std::string missing(canonicalName);
    if (m_layout == FileLayout::HuggingFace)
        if (const auto names = huggingFaceNames(m_names, canonicalName); !names.empty())
            missing = names.front();
    throw kernels::Error(kernels::ErrorKind::BadFile,
        m_file->path().filename().string() + " lacks the tensor " + missing);
}

std::vector<const WeightTensor*> TensorSource::ofBlock(int64_t layer) const
{
    std::vector<const WeightTensor*> tensors;
    for (const std::string_view row : canonicalNames(m_names)) {
        if (!row.starts_with("blk.*."))
            continue;
        for (const char* ending : {".weight", ".bias"}) {
            const WeightTensor* tensor = find(inBlock(row, layer) + ending);
            if (tensor && std::ranges::find(tensors, tensor) == tensors.end())
                tensors.push_back(tensor); // two rows may stand for one tensor
        }
    }
    return tensors;
}

} // namespace engine
