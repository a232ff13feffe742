#include "kernels/iq_grids.h"

namespace kernels {

#define VIGNETTE_TABLE const
#include "kernels/iq_grids.inl"
#undef VIGNETTE_TABLE

} // namespace kernels
