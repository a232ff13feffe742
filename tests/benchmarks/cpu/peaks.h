#pragma once

namespace bench {

/// What this CPU reaches with nothing else to do than that, a second; 0: it lacks what is needed,
/// or that is not known to be measured here.
struct ProcessorPeaks {
    double bytes = 0; ///< read from memory, one after the other
    double int8 = 0; ///< operations of dot products of bytes
    double int16 = 0; ///< operations of dot products of words of 16 bits
    double f32 = 0; ///< operations of multiplications with addition
};

/// Measures with that many threads at once. Each is timed by its CPU time, so that other programs
/// have little influence; takes about two seconds and 256 MB for each thread.
ProcessorPeaks measurePeaks(int threads);

} // namespace bench
