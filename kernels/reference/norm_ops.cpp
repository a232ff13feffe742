#include "kernels/check_ops.h"
#include "kernels/reference/reference_ops.h"

#include <cmath>

namespace kernels::reference {

void ReferenceOps::rmsNorm(TensorView out, TensorView x, TensorView weight, float epsilon)
{
    checkSameShape(out, x);
    checkRow(x, weight);
    for (int64_t r = 0; r < x.rows; ++r) {
        const float* in = x.rowRange(r, 1).data<float>();
        double squares = 0;
        for (int64_t i = 0; i < x.columns; ++i)
            squares += double(in[i]) * in[i];
        const double factor = 1 / std::sqrt(squares / double(x.columns) + epsilon);
        for (int64_t i = 0; i < x.columns; ++i)
            out.rowRange(r, 1).data<float>()[i] = float(in[i] * factor * weight.data<float>()[i]);
    }
}

void ReferenceOps::layerNorm(
    TensorView out, TensorView x, TensorView weight, TensorView bias, float epsilon)
{
    checkSameShape(out, x);
    checkRow(x, weight);
    checkRow(x, bias);
    for (int64_t r = 0; r < x.rows; ++r) {
        const float* in = x.rowRange(r, 1).data<float>();
        double mean = 0, variance = 0;
        for (int64_t i = 0; i < x.columns; ++i)
            mean += in[i] / double(x.columns);
        for (int64_t i = 0; i < x.columns; ++i)
            variance += (in[i] - mean) * (in[i] - mean) / double(x.columns);
        const double factor = 1 / std::sqrt(variance + epsilon);
        for (int64_t i = 0; i < x.columns; ++i)
            out.rowRange(r, 1).data<float>()[i]
                = float((in[i] - mean) * factor * weight.data<float>()[i] + bias.data<float>()[i]);
    }
}

} // namespace kernels::reference
