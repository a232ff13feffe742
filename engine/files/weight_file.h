#pragma once

#include "kernels/tensor.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
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
    /// them. Throws Error{BadFile} with a message if the file was shortened or became unreadable
    /// since it was opened: what is missing reads as zeros.
    virtual void requireWhole() const { }

    /// Returns where as many bytes as `memory` has can be read that a view shows at `shown`: there
    /// or, if they are in the file, in `memory`, into which they were read. That is for what is
    /// read once: it costs no entries of the page table, and nothing of the file stays in this
    /// program's memory. Any thread may call it, several at a time; it must not throw.
    virtual const std::byte* fetch(const std::byte* shown, std::span<std::byte> /*memory*/) const
    {
        return shown;
    }

    /// All tensors, in the order of the file. The views of those that the file keeps in packed form
    /// have no bytes here: find() unpacks a tensor.
    virtual const std::vector<WeightTensor>& tensors() const = 0;

    /// Returns the tensor of that name, or null if there is none. Throws Error{OutOfMemory} if it
    /// must be unpacked and does not fit.
    virtual const WeightTensor* find(std::string_view name) const = 0;

    /// The bytes of the file that make a tensor of tensors() what it is, for telling files apart.
    virtual std::span<const std::byte> storedBytes(const WeightTensor& tensor) const;

    /// How matrices are packed, to be shown to users: "GPTQ". Empty if they are there as they are.
    virtual std::string packing() const { return {}; }
};

inline std::span<const std::byte> WeightFile::storedBytes(const WeightTensor& tensor) const
{
    return {tensor.view.data<const std::byte>(), size_t(tensor.view.sizeInBytes())};
}

/// An array of any element type that a safetensors file may hold.
struct StoredArray {
    std::string name;
    std::string dtype; ///< as the file writes it: "F32", "I64", "U8", "BOOL"
    std::vector<int64_t> shape; ///< outermost first
    std::span<const std::byte> bytes; ///< valid as long as the file is open; of any alignment
};

/// Weights that are in one or several safetensors files, with the arrays that aren't tensors.
class ArrayFile : public WeightFile {
public:
    /// The array of that name and any element type, or null.
    virtual const StoredArray* findArray(std::string_view name) const = 0;

    /// Every array, of every element type, each valid as long as the file is open.
    virtual std::vector<const StoredArray*> allArrays() const = 0;
};

} // namespace engine
