#pragma once

#include "kernels/tensor.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A named tensor inside a file. `view` points into the mapped file: it is valid as long as the
/// WeightFile lives, and must never be written to.
struct WeightTensor {
    std::string name;
    std::vector<int64_t> shape; ///< outermost first, as PyTorch prints it
    kernels::TensorView view; ///< columns: the last dimension; rows: the product of all others
};

/// The named tensors of a file on disk, mapped into memory. All offsets and sizes were checked when
/// the file was opened. A WeightFile never changes, so any thread may use it. Whoever keeps a view
/// of its memory shares ownership of it.
class WeightFile {
public:
    virtual ~WeightFile() = default;

    virtual const std::filesystem::path& path() const = 0;

    /// Must be called after weights were read and before anybody relies on what was computed with
    /// them. Throws Error{BadFile} with a sentence if the file was shortened or became unreadable
    /// since it was opened: what is missing reads as zeros.
    virtual void requireWhole() const { }

    /// All tensors, in the order of the file.
    virtual const std::vector<WeightTensor>& tensors() const = 0;

    /// Returns the tensor of that name, or null if there is none.
    virtual const WeightTensor* find(std::string_view name) const = 0;
};

} // namespace engine
