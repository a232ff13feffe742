#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"
#include "kernels/highest_numbers.h"
#include "kernels/weight_runs.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace kernels::cpu {

void CpuOps::findHighest(TensorView places, TensorView numbers, TensorView x, int64_t among)
{
    checkFindHighest(places, numbers, x, among);
    const int64_t count = places.columns;
    forRows(x, [&](int64_t row) {
        const float* values = x.rowRange(row, 1).data<float>();
        std::vector<uint64_t> ranks(size_t(std::max(among, count)), rankOfNothing);
        for (int64_t i = 0; i < among; ++i)
            ranks[size_t(i)] = rankOf(values[i], int32_t(i));
        std::partial_sort(ranks.begin(), ranks.begin() + count, ranks.end(), std::greater());
        for (int64_t i = 0; i < count; ++i) {
            places.data<int32_t>()[row * count + i] = placeOf(ranks[size_t(i)]);
            numbers.data<float>()[row * count + i] = numberOf(ranks[size_t(i)]);
        }
    });
}

void CpuOps::weighRuns(
    TensorView sums, TensorView x, TensorView highest, TensorView scales, int64_t among)
{
    checkWeighRuns(sums, x, highest, scales, among);
    forRows(x, [&](int64_t row) {
        const float* values = x.rowRange(row, 1).data<float>();
        const float most = highest.rowRange(row, 1).data<float>()[0];
        float* out = sums.rowRange(row, 1).data<float>();
        for (int64_t first = 0; first < among; first += weightRun)
            *out++ = weightOfRun(values + first, std::min(weightRun, among - first), most,
                scales.data<float>()[row]);
    });
}

} // namespace kernels::cpu
