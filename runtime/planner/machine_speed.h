#pragma once

#include "kernels/dtype.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace runtime {

/// How fast products with weights of one type are.
struct WeightSpeed {
    /// The bytes per second that one token reads of matrices with narrowColumns, and of those with
    /// wideColumns.
    double narrowBytesPerSecond = 0, wideBytesPerSecond = 0;
    /// The rate for many tokens and narrow matrices. Multiplication and addition count separately:
    /// two for a number and a token.
    double operationsPerSecond = 0;

    static constexpr int64_t narrowColumns = 2048, wideColumns = 8192;
    /// The bytes per second of matrices with so many columns.
    double bytesPerSecond(int64_t columns) const;

    bool operator==(const WeightSpeed&) const = default;
};

/// How fast tokens look at keys and values of one type.
struct CacheSpeed {
    double bytesPerSecond = 0; ///< for one token: what it reads
    double operationsPerSecond = 0; ///< for many tokens, as above

    bool operator==(const CacheSpeed&) const = default;
};

/// How much longer products of many tokens take with matrices of some width, for each operation, than
/// with narrow ones; 1: as long.
struct WidthFactor {
    int64_t columns = 0;
    double factor = 1;

    bool operator==(const WidthFactor&) const = default;
};

/// What a device reaches, see measureDevice().
struct DeviceSpeed {
    std::string device; ///< as in LoadOptions::device, of one device: "cpu", "cuda:0"
    std::string hardware; ///< what it was measured on: "AMD EPYC, CPU, AVX-512, 2 threads"
    int64_t memory = 0; ///< bytes of a GPU's own memory; 0: it has none

    std::map<kernels::DType, WeightSpeed> weights = {}; ///< by every type that matrices may have
    std::map<kernels::DType, CacheSpeed> cache = {}; ///< by every type of keys and values
    std::vector<WidthFactor> widths = {}; ///< ascending
    double productSeconds = 0; ///< that a product takes more than its bytes, for one token
    /// The time of a block for one token, without its products and attention.
    double blockSeconds = 0;
    double numberSeconds = 0; ///< for many tokens: the same for each number that they hold there
    double spanOperationsPerSecond = 0; ///< of attention without a cache: towers
    double choiceSeconds = 0; ///< to choose a token, for each word of the vocabulary
    double pixelSeconds = 0; ///< to prepare an image for a tower, for each of its pixels

    double widthFactor(int64_t columns) const; ///< between those that were measured

    bool operator==(const DeviceSpeed&) const = default;
};

/// What the devices of a computer reach.
struct MachineSpeed {
    std::vector<DeviceSpeed> devices;

    const DeviceSpeed* find(std::string_view device) const; ///< null: it has not been measured
    bool operator==(const MachineSpeed&) const = default;
};

/// One JSON text, to be kept in a file.
std::string toJson(const MachineSpeed& speed);

/// Reads such a text. Nothing of a device of which it does not say everything; never throws.
MachineSpeed machineSpeedFrom(std::string_view json);

} // namespace runtime
