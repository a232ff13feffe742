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

/// A named matrix inside a file. The view points into the mapped file: valid as long as the
/// WeightFile lives, never to be written.
struct WeightTensor {
    std::string name;
    std::vector<int64_t> shape; ///< outermost first, as PyTorch prints it
    kernels::TensorView view; ///< rows = all but the last dimension multiplied, columns = the last
};

/// Named tensors on disk, mapped into memory. Every offset and size was checked when it was opened.
/// Immutable after opening, so any thread may use it. Shared by everything that views its memory.
class WeightFile {
public:
    virtual ~WeightFile() = default;

    virtual const std::filesystem::path& path() const = 0;

    /// To be called after weights were read and before anybody relies on what was computed with
    /// them. Throws Error{BadFile} with a sentence if the file was shortened or became unreadable
    /// since it was opened: what is missing reads as zeros.
    virtual void requireWhole() const { }

    /// In the order of the file.
    virtual const std::vector<WeightTensor>& tensors() const = 0;

    /// The tensor of that name, or null.
    virtual const WeightTensor* find(std::string_view name) const = 0;
};

} // namespace engine
