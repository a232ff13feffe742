#include "kernels/check_ops.h"
#include "kernels/dequantize.h"
#include "kernels/reference/reference_ops.h"

#include <vector>

namespace kernels::reference {

void ReferenceOps::matmul(TensorView out, TensorView x, TensorView weight)
{
    checkMatmul(out, x, weight);
    std::vector<float> row(size_t(weight.columns));
    for (int64_t r = 0; r < weight.rows; ++r) {
        dequantizeRow(weight.dtype, weight.rowRange(r, 1).bytes, row.data(), weight.columns);
        for (int64_t t = 0; t < x.rows; ++t) {
            const float* in = x.data<float>() + t * x.columns;
            double sum = 0;
            for (int64_t k = 0; k < x.columns; ++k)
                sum += double(in[k]) * row[size_t(k)];
            out.data<float>()[t * out.columns + r] = float(sum);
        }
    }
}

} // namespace kernels::reference
