#include "engine/config/tensor_source.h"

#include "engine/config/tensor_names.h"
#include "kernels/error.h"

#include <utility>

namespace engine {

TensorSource::TensorSource(std::shared_ptr<const WeightFile> file, FileLayout layout)
    : m_file(std::move(file))
    , m_layout(layout)
{
}

const WeightTensor* TensorSource::find(std::string_view canonicalName) const
{
    if (m_layout == FileLayout::Gguf)
        return m_file->find(canonicalName);
    for (const std::string& name : huggingFaceNames(canonicalName))
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
        if (const auto names = huggingFaceNames(canonicalName); !names.empty())
            missing = names.front();
    throw kernels::Error(kernels::ErrorKind::BadFile,
        m_file->path().filename().string() + " lacks the tensor " + missing);
}

} // namespace engine
