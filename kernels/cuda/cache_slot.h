#pragma once

#include "kernels/cuda/device_code.h"
#include "kernels/ops.h"

namespace kernels::cuda {

/// A CachePlacement in the form that kernels take.
struct Slots {
    const int32_t* places;
    const int32_t* sequences;
    const int32_t* pageTables;
    int tableColumns;
    int pageSize;

    static Slots of(const CachePlacement& placement)
    {
        return {placement.places.data<int32_t>(), placement.sequences.data<int32_t>(),
            placement.pageTables.data<int32_t>(), int(placement.pageTables.columns),
            placement.pageSize};
    }

    /// The row of the cache that holds a position of a sequence.
    VIGNETTE_DEVICE int64_t row(int sequence, int place) const
    {
        const int page = pageTables[int64_t(sequence) * tableColumns + place / pageSize];
        return int64_t(page) * pageSize + place % pageSize;
    }
};

} // namespace kernels::cuda
