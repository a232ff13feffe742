#include "engine/convert/row_order.h"

#include "kernels/error.h"

#include <string>
#include <utility>

namespace engine {

namespace {

void requireAsMany(
    const PlannedTensor& tensor, int64_t count, const std::vector<int64_t>& order, const char* what)
{
    if (count != int64_t(order.size()))
        throw kernels::Error(kernels::ErrorKind::BadFile,
            "tensor " + tensor.name + " has " + std::to_string(count) + " " + what
                + " where the heads have " + std::to_string(order.size()));
}

} // namespace

std::vector<int64_t> neighboursOfHalves(int64_t heads, int64_t headRows, int64_t rotated)
{
    std::vector<int64_t> order;
    for (int64_t head = 0; head < heads; ++head)
        for (int64_t row = 0; row < headRows; ++row)
            order.push_back(
                head * headRows + (row < rotated ? row % 2 * (rotated / 2) + row / 2 : row));
    return order;
}

std::vector<int64_t> halvesOfNeighbours(int64_t heads, int64_t headRows, int64_t rotated)
{
    const std::vector<int64_t> back = neighboursOfHalves(heads, headRows, rotated);
    std::vector<int64_t> order(back.size());
    for (size_t row = 0; row < back.size(); ++row)
        order[size_t(back[row])] = int64_t(row);
    return order;
}

std::vector<int64_t> groupsInTurn(int64_t heads, int64_t groups, int64_t headRows, int64_t before)
{
    const int64_t inGroup = heads / groups;
    std::vector<int64_t> order;
    for (int64_t row = 0; row < before; ++row)
        order.push_back(row);
    for (int64_t head = 0; head < heads; ++head)
        for (int64_t row = 0; row < headRows; ++row)
            order.push_back(before + (head % groups * inGroup + head / groups) * headRows + row);
    return order;
}

std::vector<int64_t> everySecond(int64_t rows, int64_t first)
{
    std::vector<int64_t> order;
    for (int64_t row = first; row < rows; row += 2)
        order.push_back(row);
    return order;
}

void reorder(PlannedTensor& tensor, std::vector<int64_t> order)
{
    if (tensor.shape.size() == 1)
        return reorderColumns(tensor, std::move(order));
    requireAsMany(tensor, tensor.shape.front(), order, "rows");
    tensor.rowOrder = std::move(order);
}

void reorderColumns(PlannedTensor& tensor, std::vector<int64_t> order)
{
    requireAsMany(tensor, tensor.shape.back(), order, "columns");
    tensor.columnOrder = std::move(order);
}

} // namespace engine
