#pragma once

#include "engine/files/weight_file.h"

#include <cstddef>
#include <span>
#include <string>

namespace engine {

/// An array of any element type that a safetensors file may hold.
struct StoredArray {
    std::string name;
    std::string dtype; ///< as the file writes it: "F32", "I64", "U8", "BOOL"
    std::vector<int64_t> shape; ///< outermost first
    std::span<const std::byte> bytes; ///< valid as long as the file is open; of any alignment
};

/// Weights that lie in one or several safetensors files, with the arrays that are no tensors.
class ArrayFile : public WeightFile {
public:
    /// The array of that name and any element type, or null.
    virtual const StoredArray* findArray(std::string_view name) const = 0;

    /// Every array, of every element type, each valid as long as the file is open.
    virtual std::vector<const StoredArray*> allArrays() const = 0;
};

} // namespace engine
