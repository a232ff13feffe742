#pragma once

#include "engine/convert/planned_tensor.h"

#include <cstdint>
#include <vector>

namespace engine {

// Orders say for each row of a file which row of the source it is.

/// Of heads whose rotated pairs are half of `rotated` apart in the source and neighbours in the
/// file: within a head, 2·i + half comes from half·rotated/2 + i. See kernels::RotaryStyle.
std::vector<int64_t> neighboursOfHalves(int64_t heads, int64_t headRows, int64_t rotated);

/// The other way round.
std::vector<int64_t> halvesOfNeighbours(int64_t heads, int64_t headRows, int64_t rotated);

/// Of heads of `headRows` that share others: those of one group stand together in the source and
/// take the groups in turn in the file. `before` rows in front of them stay.
std::vector<int64_t> groupsInTurn(
    int64_t heads, int64_t groups, int64_t headRows, int64_t before = 0);

/// Every second row of `rows`, from `first` on.
std::vector<int64_t> everySecond(int64_t rows, int64_t first);

/// Gives the rows of a matrix or the numbers of a vector this order, which must have as many: throws
/// Error{BadFile} if it has not.
void reorder(PlannedTensor& tensor, std::vector<int64_t> order);

/// The same of the columns of a matrix.
void reorderColumns(PlannedTensor& tensor, std::vector<int64_t> order);

} // namespace engine
