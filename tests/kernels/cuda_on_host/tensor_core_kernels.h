#pragma once

#include <cstdint>

// Products of one warp via kernels/cuda/tensor_core.cuh, for the test of their stand-in. All
// memory is the GPU's; each returns the error of waiting for the kernel.
namespace cuda_on_host {

/// out [16, 8] = a [16, 16] · bᵀ, b [8, 16]; numbers of f16 or bf16.
int multiplyHalves(float* out, const uint16_t* a, const uint16_t* b, bool areBfloats);

/// out [16, 8] = a [16, 16] · b, b [16, 8], which is loaded transposed; f16.
int multiplyTransposed(float* out, const uint16_t* a, const uint16_t* b);

/// The same, but b is loaded as it stands and transposed in registers.
int multiplyTransposedInRegisters(float* out, const uint16_t* a, const uint16_t* b);

/// out [16, 8] = a [16, 32] · bᵀ, b [8, 32].
int multiplyBytes(int* out, const int8_t* a, const int8_t* b);

} // namespace cuda_on_host
