#include "engine/layers/expert_weights.h"

#include "kernels/error.h"

#include <cstddef>
#include <cstring>

namespace engine {

using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

namespace {

// All or none: the matrices where the device can read them as they lie in the file.
std::vector<TensorView> borrowed(kernels::Backend& backend, std::span<const TensorView> inFile)
{
    std::vector<TensorView> views;
    for (const TensorView view : inFile) {
        const TensorView own = isAligned(view) ? backend.borrow(view) : TensorView();
        if (!own.bytes)
            return {};
        views.push_back(own);
    }
    return views;
}

std::vector<std::byte> transposed(TensorView matrix)
{
    const auto number = size_t(kernels::rowBytes(matrix.dtype, 1));
    std::vector<std::byte> turned(size_t(matrix.sizeInBytes()));
    std::byte* to = turned.data();
    for (int64_t column = 0; column < matrix.columns; ++column)
        for (int64_t row = 0; row < matrix.rows; ++row, to += number)
            std::memcpy(to,
                matrix.data<std::byte>() + size_t(row * matrix.columns + column) * number, number);
    return turned;
}

} // namespace

ExpertWeights::ExpertWeights(const Weights& weights, const std::string& name, int64_t experts,
    int64_t outputs, int64_t inputs)
{
    const std::vector<TensorView> inFile = weights.ofExperts(name, experts, outputs, inputs);
    kernels::Backend& backend = weights.backend();
    m_each = borrowed(backend, inFile);
    if (!m_each.empty())
        return;
    takeMemory(backend, inFile.front().dtype, experts, outputs, inputs);
    for (size_t expert = 0; expert < m_each.size(); ++expert)
        backend.upload(m_each[expert], inFile[expert].bytes);
}

void ExpertWeights::takeMemory(kernels::Backend& backend, kernels::DType type, int64_t experts,
    int64_t outputs, int64_t inputs)
{
    m_copy = Tensor(backend, type, experts * outputs, inputs);
    for (int64_t expert = 0; expert < experts; ++expert)
        m_each.push_back(m_copy.view().rowRange(expert * outputs, outputs));
}

ExpertWeights ExpertWeights::transposed(const Weights& weights, const std::string& name,
    int64_t experts, int64_t outputs, int64_t inputs)
{
    const std::vector<TensorView> inFile = weights.ofExperts(name, experts, inputs, outputs);
    const DType type = inFile.front().dtype;
    if (kernels::isBlockType(type))
        throw kernels::Error(kernels::ErrorKind::Unsupported,
            "The matrices " + name + " have a type that cannot be transposed.");
    ExpertWeights turned;
    turned.takeMemory(weights.backend(), type, experts, outputs, inputs);
    for (size_t expert = 0; expert < inFile.size(); ++expert) {
        const std::vector<std::byte> matrix = engine::transposed(inFile[expert]);
        weights.backend().upload(turned.m_each[expert], matrix.data());
        weights.backend().synchronize(); // before the matrix goes
    }
    return turned;
}

void ExpertWeights::layOut(WeightLayouts& layouts, kernels::Backend& backend)
{
    for (TensorView& matrix : m_each) {
        Weight weight(matrix);
        if (!layouts.layOut(backend, weight))
            return; // nor are the others, which have the same type and shape
        matrix = weight.view();
        m_laidOut.push_back(std::move(weight));
    }
    m_copy = {};
}

std::vector<TensorView> ExpertWeights::rows(int64_t first, int64_t count) const
{
    std::vector<TensorView> rows;
    for (const TensorView matrix : m_each)
        rows.push_back(matrix.rowRange(first, count));
    return rows;
}

} // namespace engine
