#include "engine/config/tensor_source.h"

#include "kernels/error.h"

#include <algorithm>
#include <utility>

namespace engine {

TensorSource::TensorSource(std::shared_ptr<const WeightFile> file, FileLayout layout,
    TensorNames names, std::span<const GgufName> inGguf)
    : m_file(std::move(file))
    , m_layout(layout)
    , m_names(std::move(names))
    , m_ggufNames(inGguf)
{
}

const WeightTensor* TensorSource::find(std::string_view canonicalName) const
{
    if (m_layout == FileLayout::Gguf)
        return findInGguf(canonicalName);
    for (const std::string& name : huggingFaceNames(m_names, canonicalName))
        if (const WeightTensor* tensor = m_file->find(name))
            return tensor;
    return nullptr;
}

const WeightTensor* TensorSource::findInGguf(std::string_view canonicalName) const
{
    for (const std::string& name : ggufNames(m_ggufNames, canonicalName))
        if (const WeightTensor* tensor = m_file->find(name))
            return tensor;
    return m_file->find(canonicalName);
}

const WeightTensor& TensorSource::require(std::string_view canonicalName) const
{
    if (const WeightTensor* tensor = find(canonicalName))
        return *tensor;
    refuseMissing(canonicalName, 0);
}

const WeightTensor* TensorSource::findOfExpert(std::string_view canonicalName, int64_t expert) const
{
    if (m_layout == FileLayout::Gguf)
        return m_file->find(ggufNameOfExpert(canonicalName, expert));
    for (const std::string& name : huggingFaceNames(m_names, canonicalName))
        if (const WeightTensor* tensor = m_file->find(ofExpert(name, expert)))
            return tensor;
    return nullptr;
}

const WeightTensor& TensorSource::requireOfExpert(
    std::string_view canonicalName, int64_t expert) const
{
    if (const WeightTensor* tensor = findOfExpert(canonicalName, expert))
        return *tensor;
    refuseMissing(canonicalName, expert);
}

void TensorSource::refuseMissing(std::string_view canonicalName, int64_t expert) const
{
    std::string missing(canonicalName);
    if (m_layout == FileLayout::HuggingFace)
        if (const auto names = huggingFaceNames(m_names, canonicalName); !names.empty())
            missing = ofExpert(names.front(), expert);
    throw kernels::Error(kernels::ErrorKind::BadFile,
        m_file->path().filename().string() + " lacks the tensor " + missing);
}

std::vector<const WeightTensor*> TensorSource::ofBlock(int64_t layer) const
{
    std::vector<const WeightTensor*> tensors;
    for (const std::string_view row : canonicalNames(m_names)) {
        if (!row.starts_with("blk.*."))
            continue;
        const std::string name = inBlock(row, layer);
        for (const char* ending : {".weight", ".bias", ""}) {
            const WeightTensor* tensor = find(name + ending);
            if (tensor && std::ranges::find(tensors, tensor) == tensors.end())
                tensors.push_back(tensor); // two rows may stand for one tensor
        }
        addOfExperts(tensors, name + ".weight");
    }
    return tensors;
}

void TensorSource::addOfExperts(
    std::vector<const WeightTensor*>& tensors, const std::string& canonicalName) const
{
    const WeightTensor* first = findOfExpert(canonicalName, 0);
    if (!first || find(canonicalName) || std::ranges::find(tensors, first) != tensors.end())
        return;
    tensors.push_back(first);
    for (int64_t expert = 1; const auto* tensor = findOfExpert(canonicalName, expert); ++expert)
        tensors.push_back(tensor);
}

} // namespace engine
