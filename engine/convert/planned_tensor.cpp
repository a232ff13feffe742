#include "engine/convert/planned_tensor.h"

#include "kernels/dequantize.h"
#include "kernels/error.h"
#include "kernels/quantize.h"

namespace engine {

using kernels::DType;

namespace {

// The row of the source that becomes `row`: within a head, 2·i + half comes from half·n/2 + i.
int64_t sourceRow(const PlannedTensor& tensor, int64_t row, int64_t rows)
{
    if (tensor.headsToInterleave == 0)
        return row;
    const int64_t headRows = rows / tensor.headsToInterleave;
    const int64_t head = row / headRows;
    const int64_t within = row % headRows;
    return head * headRows + within % 2 * (headRows / 2) + within / 2;
}

// A bias of q or k is one row of the file, but its values move like the rows of the matrix.
void loadRow(const PlannedTensor& tensor, int64_t row, std::vector<float>& values)
{
    const int64_t columns = tensor.source.columns;
    if (tensor.source.rows > 1 || tensor.headsToInterleave == 0) {
        const int64_t from = sourceRow(tensor, row, tensor.source.rows);
        dequantizeRow(
            tensor.source.dtype, tensor.source.rowRange(from, 1).bytes, values.data(), columns);
        return;
    }
    std::vector<float> original(size_t(columns), 0.f);
    dequantizeRow(tensor.source.dtype, tensor.source.bytes, original.data(), columns);
    for (int64_t column = 0; column < columns; ++column)
        values[size_t(column)] = original[size_t(sourceRow(tensor, column, columns))];
}

void writeRows(GgufWriter& writer, const PlannedTensor& tensor)
{
    const int64_t columns = tensor.source.columns;
    std::vector<float> values(size_t(columns), 0.f);
    std::vector<std::byte> stored(size_t(kernels::rowBytes(tensor.dtype, columns)));
    for (int64_t row = 0; row < tensor.source.rows; ++row) {
        loadRow(tensor, row, values);
        for (float& value : values)
            value = (value + tensor.addend) * tensor.factor;
        quantizeRow(tensor.dtype, values.data(), stored.data(), columns);
        writer.append(stored);
    }
}

} // namespace

DType storedType(const std::vector<int64_t>& shape, DType wanted)
{
    return shape.back() % kernels::info(wanted).blockSize == 0 ? wanted : DType::F16;
}

PlannedTensor plan(const WeightTensor& tensor, const std::string& name, DType wanted)
{
    PlannedTensor planned;
    planned.name = name;
    planned.shape = tensor.shape;
    planned.dtype = tensor.shape.size() < 2 ? DType::F32 : storedType(tensor.shape, wanted);
    planned.source = tensor.view;
    return planned;
}

std::vector<PlannedTensor> planNamed(
    const TensorSource& source, const std::string& name, DType wanted)
{
    if (const WeightTensor* tensor = source.find(name))
        return {plan(*tensor, name, wanted)};
    std::vector<PlannedTensor> planned{
        plan(source.require(name + ".weight"), name + ".weight", wanted)};
    if (const WeightTensor* bias = source.find(name + ".bias"))
        planned.push_back(plan(*bias, name + ".bias", wanted));
    return planned;
}

void writeTensors(GgufWriter& writer, const std::vector<PlannedTensor>& tensors,
    const std::function<void()>& written)
{
    for (const PlannedTensor& tensor : tensors)
        writer.declare(tensor.name, tensor.shape, tensor.dtype);
    for (const PlannedTensor& tensor : tensors) {
        if (tensor.values.empty())
            writeRows(writer, tensor);
        else
            writer.append(std::as_bytes(std::span(tensor.values)));
        written();
    }
}

} // namespace engine
