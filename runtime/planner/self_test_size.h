#pragma once

#include <cstdint>

namespace runtime {

/// How much a self-test computes, for how long, and by which clock; for tests, which have no time, and
/// for benchmarks on a machine that is busy.
struct SelfTestSize {
    double seconds = 18; ///< at least one pass of everything is measured, however long that takes
    int64_t weightBytes = 256 << 20; ///< at most: more than any cache of a processor holds
    int64_t matrixBytes = 8 << 20; ///< of which the weights consist
    int64_t promptRows = 512; ///< of the matrices that many tokens pass; on a card 8 times as many
    int64_t widthRows = 128; ///< of those of other widths
    int64_t tokens = 512; ///< that are read at once
    int64_t past = 1024; ///< tokens that one token looks at
    int64_t layers = 32; ///< whose keys and values it looks at, each in turn
    int64_t patches = 1024; ///< of a picture
    double (*now)()
        = nullptr; ///< what passes are timed by, in seconds; null: the clock on the wall
};

} // namespace runtime
