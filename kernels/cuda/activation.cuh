#pragma once

#include "kernels/ops.h"

namespace kernels::cuda {

// No 1 + tanh and no 1 + erf: far below zero nothing would be left of them.
__device__ __forceinline__ float activated(float x, Activation activation)
{
    switch (activation) {
    case Activation::Silu:
        return x / (1 + expf(-x));
    case Activation::GeluTanh:
        return x / (1 + expf(-1.5957691216f * (x + 0.044715f * x * x * x)));
    case Activation::GeluErf:
        return 0.5f * x * erfcf(x * -0.7071067812f);
    case Activation::GeluQuick:
        return x / (1 + expf(-1.702f * x));
    case Activation::Relu:
        return fmaxf(x, 0);
    case Activation::Sigmoid:
        return 1 / (1 + expf(-x));
    }
    return x;
}

} // namespace kernels::cuda
