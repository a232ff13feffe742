#include "kernels/check_ops.h"
#include "kernels/reference/reference_ops.h"
#include "kernels/weight_runs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

// What a token is chosen from.

namespace kernels::reference {
namespace {

bool isHigher(float left, float right)
{
    return std::isnan(left) ? !std::isnan(right) : left > right;
}

} // namespace

void ReferenceOps::findHighest(TensorView places, TensorView numbers, TensorView x, int64_t among)
{
    checkFindHighest(places, numbers, x, among);
    for (int64_t row = 0; row < x.rows; ++row) {
        const float* values = x.rowRange(row, 1).data<float>();
        std::vector<int32_t> sorted(static_cast<size_t>(among));
        std::iota(sorted.begin(), sorted.end(), 0);
        std::ranges::stable_sort(
            sorted, [&](int32_t a, int32_t b) { return isHigher(values[a], values[b]); });
        for (int64_t i = 0; i < places.columns; ++i) {
            const int32_t place = i < among ? sorted[size_t(i)] : -1;
            places.data<int32_t>()[row * places.columns + i] = place;
            numbers.data<float>()[row * places.columns + i]
                = place >= 0 ? values[place] : -std::numeric_limits<float>::infinity();
        }
    }
}

void ReferenceOps::weighRuns(
    TensorView sums, TensorView x, TensorView highest, TensorView scales, int64_t among)
{
    checkWeighRuns(sums, x, highest, scales, among);
    for (int64_t row = 0; row < x.rows; ++row)
        for (int64_t run = 0; run < sums.columns; ++run) {
            const int64_t first = run * weightRun;
            sums.data<float>()[row * sums.columns + run] = weightOfRun(
                x.data<float>() + row * x.columns + first, std::min(weightRun, among - first),
                highest.data<float>()[row * highest.columns], scales.data<float>()[row]);
        }
}

} // namespace kernels::reference
