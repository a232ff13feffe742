#include "vision/tower_weights.h"

#include "kernels/dequantize.h"

#include <vector>

namespace vision {

using kernels::DType;
using kernels::Error;
using kernels::ErrorKind;
using kernels::Tensor;
using kernels::TensorView;

void LinearWeights::forward(kernels::Ops& ops, TensorView out, TensorView x) const
{
    ops.matmul(out, x, weight.view());
    if (!bias.isEmpty())
        ops.addRow(out, bias.view());
}

TensorView WeightLoader::shaped(const std::string& name, int64_t& rows, int64_t columns) const
{
    TensorView view = m_source.require(name).view;
    if (rows == 0)
        rows = view.elements() / columns;
    const bool canReshape = !kernels::isBlockType(view.dtype) || view.columns == columns;
    if (rows == 0 || view.elements() != rows * columns || !canReshape || view.dtype == DType::I32)
        throw Error(ErrorKind::BadFile,
            m_source.file().path().filename().string() + " has a tensor " + name + " of "
                + std::to_string(view.rows) + " x " + std::to_string(view.columns) + " values; "
                + std::to_string(rows) + " x " + std::to_string(columns) + " were expected");
    view.rows = rows;
    view.columns = columns;
    return view;
}

Weight WeightLoader::matrix(const std::string& name, int64_t rows, int64_t columns) const
{
    const TensorView stored = shaped(name, rows, columns);
    Weight weight;
    weight.m_view = m_backend.borrow(stored);
    if (!weight.m_view.isEmpty() && weight.m_view.bytes)
        return weight;
    weight.m_owned = Tensor(m_backend, stored.dtype, rows, columns);
    weight.m_view = weight.m_owned.view();
    m_backend.upload(weight.m_view, stored.bytes);
    return weight;
}

Weight WeightLoader::floats(const std::string& name, int64_t rows, int64_t columns) const
{
    const TensorView stored = shaped(name, rows, columns);
    std::vector<float> values(size_t(rows * columns));
    for (int64_t row = 0; row < rows; ++row)
        kernels::dequantizeRow(
            stored.dtype, stored.rowRange(row, 1).bytes, values.data() + row * columns, columns);
    Weight weight;
    weight.m_owned = Tensor(m_backend, DType::F32, rows, columns);
    weight.m_view = weight.m_owned.view();
    m_backend.upload(weight.m_view, values.data());
    return weight;
}

LinearWeights WeightLoader::linear(const std::string& name, int64_t outputs, int64_t inputs) const
{
    LinearWeights linear;
    linear.weight = matrix(name + ".weight", outputs, inputs);
    if (m_source.find(name + ".bias"))
        linear.bias = floats(name + ".bias", 1, linear.weight.view().rows);
    return linear;
}

NormWeights WeightLoader::norm(const std::string& name, int64_t hidden) const
{
    return {floats(name + ".weight", 1, hidden), floats(name + ".bias", 1, hidden)};
}

} // namespace vision
