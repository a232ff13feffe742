#pragma once

#include "kernels/cuda/device_code.h"
#include "kernels/ops.h"

namespace kernels::cuda {

/// A CachePlacement in the form that kernels take.
struct Slots {
    const int32_t* positions;
    const int32_t* sequences;
    const int32_t* pageTables;
    int tableColumns;
    int pageSize;

    static Slots of(const CachePlacement& placement)
    {
        return {placement.positions.data<int32_t>(), placement.sequences.data<int32_t>(),
            placement.pageTables.data<int32_t>(), int(placement.pageTables.columns),
            placement.pageSize};
    }

    /// The row of the cache that holds a position of a sequence.
    VIGNETTE_DEVICE int64_t row(int sequence, int position) const
    {
        const int page = pageTables[int64_t(sequence) * tableColumns + position / pageSize];
        return int64_t(page) * pageSize + position % pageSize;
    }
};

} // namespace kernels::cuda
