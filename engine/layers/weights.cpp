#include "engine/layers/weights.h"

#include "base/error.h"
#include "kernels/quantize.h"

#include <algorithm>
#include <span>
#include <vector>

namespace engine {

using base::Error;
using base::ErrorKind;
using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

namespace {

std::string text(const std::vector<int64_t>& shape)
{
    std::string text = "[";
    for (size_t i = 0; i < shape.size(); ++i)
        text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + "]";
}

// The shape without dimensions of 1 in front of the others.
std::span<const int64_t> innerShape(const std::vector<int64_t>& shape)
{
    std::span<const int64_t> inner(shape);
    while (inner.size() > 1 && inner.front() == 1)
        inner = inner.subspan(1);
    return inner;
}

// True if a matrix of this shape is in the tensor as one with more dimensions: a convolution, or
// several matrices one below the other.
bool isUnrolled(const WeightTensor& tensor, const std::vector<int64_t>& shape)
{
    if (shape.size() != 2 || tensor.shape.size() <= 2
        || tensor.view.elements() != shape.front() * shape.back())
        return false;
    return tensor.shape.back() == shape.back()
        || (tensor.shape.front() == shape.front() && !kernels::isBlockType(tensor.view.dtype));
}

} // namespace

// Loops read numbers of up to four bytes.
bool isAligned(TensorView view)
{
    return reinterpret_cast<uintptr_t>(view.bytes) % 4 == 0;
}

Weight placeOn(kernels::Backend& backend, TensorView inFile)
{
    if (isAligned(inFile))
        if (const TensorView borrowed = backend.borrow(inFile); borrowed.bytes)
            return Weight(borrowed);

    Tensor copy(backend, inFile.dtype, inFile.rows, inFile.columns);
    backend.upload(copy, inFile.bytes);
    return Weight(std::move(copy));
}

Weight reordered(kernels::Backend& backend, const Weight& weight, std::span<const int64_t> order)
{
    const TensorView from = weight.view();
    const auto group = int64_t(order.size());
    Tensor copy(backend, from.dtype, from.rows, from.columns);
    const bool isRow = from.rows == 1;
    const TensorView to = isRow ? copy.view().reshaped(from.columns, 1) : copy.view();
    const TensorView source = isRow ? from.reshaped(from.columns, 1) : from;
    CHECK(to.rows % group == 0);
    for (int64_t row = 0; row < to.rows; ++row)
        backend.copy(to.rowRange(row, 1),
            source.rowRange(row / group * group + order[size_t(row % group)], 1));
    backend.synchronize(); // before the weight goes
    return Weight(std::move(copy));
}

Weight selectedRows(kernels::Backend& backend, const Weight& matrix, std::span<const int64_t> rows)
{
    const TensorView from = matrix.view();
    Tensor copy(backend, from.dtype, int64_t(rows.size()), from.columns);
    for (size_t first = 0, count = 0; first < rows.size(); first += count) {
        for (count = 1;
             first + count < rows.size() && rows[first + count] == rows[first] + int64_t(count);)
            ++count; // neighbors are copied together
        CHECK(rows[first] >= 0 && rows[first] + int64_t(count) <= from.rows);
        backend.copy(copy.view().rowRange(int64_t(first), int64_t(count)),
            from.rowRange(rows[first], int64_t(count)));
    }
    backend.synchronize(); // before the matrix goes
    return Weight(std::move(copy));
}

Weights::Weights(const TensorSource& source, kernels::Backend& backend)
    : m_source(source)
    , m_backend(backend)
{
}

int64_t Weights::rows(std::string_view name) const
{
    return m_source.require(name).shape.front();
}

int64_t Weights::columns(std::string_view name) const
{
    return m_source.require(name).shape.back();
}

Weight Weights::matrix(std::string_view name, int64_t rows, int64_t columns) const
{
    if (name.ends_with(".weight"))
        refuseFactor(std::string(name.substr(0, name.size() - std::string_view(".weight").size())));
    return unscaledMatrix(name, rows, columns);
}

float Weights::factor(const std::string& name) const
{
    const WeightTensor* weight = m_source.find(name + ".weight");
    const std::string scale = name + ".scale";
    return weight && weight->view.dtype == DType::NVFP4 && has(scale) ? number(scale) : 1;
}

void Weights::refuseFactor(const std::string& name) const
{
    if (factor(name) != 1)
        throw Error(ErrorKind::Unsupported,
            m_source.file().path().filename().string() + ": tensor " + name
                + ".scale is a factor of NVFP4 weights, which isn't supported for this tensor.");
}

Weight Weights::unscaledMatrix(std::string_view name, int64_t rows, int64_t columns) const
{
    return placeOn(m_backend, checked(name, {rows, columns}));
}

Weight Weights::unscaledMatrix(const RowPart& part, int64_t rows, int64_t columns) const
{
    const TensorView whole = checked(part.tensor, {part.allRows, columns});
    return placeOn(m_backend, whole.rowRange(part.firstRow, rows));
}

Weight Weights::vector(std::string_view name, int64_t columns) const
{
    return asFloats(placeOn(m_backend, checked(name, {columns})));
}

Weight Weights::vector(const RowPart& part, int64_t columns) const
{
    TensorView whole = checked(part.tensor, {part.allRows});
    if (kernels::isBlockType(whole.dtype))
        throw Error(ErrorKind::BadFile,
            "tensor " + part.tensor + " is a quantized bias, which isn't supported.");
    const TensorView numbers = whole.reshaped(part.allRows, 1).rowRange(part.firstRow, columns);
    return asFloats(placeOn(m_backend, numbers.reshaped(1, columns)));
}

Weight Weights::asFloats(Weight stored) const
{
    if (stored.view().dtype == DType::F32)
        return stored;

    const int64_t columns = stored.view().columns;
    const int32_t firstRow = 0;
    const Tensor ids(m_backend, DType::I32, 1, 1);
    m_backend.upload(ids, &firstRow);
    Tensor converted(m_backend, DType::F32, 1, columns);
    m_backend.ops().gatherRows(converted, stored, ids);
    m_backend.synchronize();
    return Weight(std::move(converted));
}

std::vector<float> Weights::numbers(std::string_view name, const std::vector<int64_t>& shape) const
{
    const TensorView stored = checked(name, shape);
    std::vector<float> numbers(size_t(stored.elements()));
    for (int64_t row = 0; row < stored.rows; ++row)
        kernels::dequantizeRow(stored.dtype, stored.rowRange(row, 1).bytes,
            numbers.data() + row * stored.columns, stored.columns);
    return numbers;
}

float Weights::number(std::string_view name) const
{
    const TensorView stored = checked(name, {1});
    float number = 0;
    kernels::dequantizeRow(stored.dtype, stored.bytes, &number, 1);
    return number;
}

DType Weights::type(std::string_view name) const
{
    return m_source.require(name).view.dtype;
}

bool Weights::hasExperts(const std::string& name) const
{
    const std::string weight = name + ".weight";
    return has(weight) || m_source.findOfExpert(weight, 0);
}

std::vector<TensorView> Weights::ofExperts(
    const std::string& name, int64_t experts, int64_t rows, int64_t columns) const
{
    std::vector<TensorView> views;
    if (const WeightTensor* stack = m_source.find(name + ".weight")) {
        const TensorView all = checked(*stack, {experts, rows, columns});
        for (int64_t expert = 0; expert < experts; ++expert)
            views.push_back(all.rowRange(expert * rows, rows));
        return views;
    }
    for (int64_t expert = 0; expert < experts; ++expert) {
        const WeightTensor& tensor = m_source.requireOfExpert(name + ".weight", expert);
        views.push_back(checked(tensor, {rows, columns}));
        if (views.back().dtype != views.front().dtype)
            refuse(tensor.name, "has a different type than the same tensor of the first expert.");
    }
    return views;
}

Weight Weights::place(std::span<const float> numbers, int64_t columns) const
{
    Tensor placed(m_backend, DType::F32, int64_t(numbers.size()) / columns, columns);
    m_backend.upload(placed, numbers.data());
    m_backend.synchronize(); // before the numbers go
    return Weight(std::move(placed));
}

TensorView Weights::checked(std::string_view name, const std::vector<int64_t>& shape) const
{
    return checked(m_source.require(name), shape);
}

void Weights::refuse(const std::string& tensor, const std::string& why) const
{
    throw Error(ErrorKind::BadFile,
        m_source.file().path().filename().string() + ": tensor " + tensor + " " + why);
}

void Weights::refuseShape(const std::string& tensor, const std::vector<int64_t>& actual,
    const std::vector<int64_t>& needed) const
{
    refuse(tensor,
        "has the shape " + text(actual) + ", but the model it belongs to needs " + text(needed)
            + ".");
}

TensorView Weights::checked(const WeightTensor& tensor, const std::vector<int64_t>& shape) const
{
    if (!std::ranges::equal(innerShape(tensor.shape), innerShape(shape))
        && !isUnrolled(tensor, shape))
        refuseShape(tensor.name, tensor.shape, shape);
    if (tensor.view.dtype == DType::I32)
        refuse(tensor.name, "contains integers instead of weights.");
    TensorView view = tensor.view;
    view.rows = tensor.view.elements() / shape.back();
    view.columns = shape.back();
    return view;
}

} // namespace engine
