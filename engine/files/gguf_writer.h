#pragma once

#include "engine/files/output_file.h"
#include "kernels/dtype.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace engine {

/// A value of GGUF metadata, with the type it has in the file.
using GgufValue = std::variant<bool, int32_t, uint32_t, int64_t, uint64_t, float, std::string,
    std::vector<int32_t>, std::vector<float>, std::vector<std::string>>;

/// Writes a GGUF file of version 3 from front to back: first set() and declare() everything, then
/// append() the tensors in the order they were declared, then finish(). The file appears under its
/// name only then. Tensors are never held in memory.
class GgufWriter {
public:
    /// Throws Error{BadFile} if the file cannot be made there.
    explicit GgufWriter(const std::filesystem::path& path);

    void set(std::string key, GgufValue value);

    /// `shape` is outermost first; its last dimension must divide into the blocks of `dtype`.
    void declare(std::string name, std::vector<int64_t> shape, kernels::DType dtype);

    /// The next bytes of the tensor at hand: all of it, or any part of it.
    void append(std::span<const std::byte> bytes);

    /// Throws Error{BadFile}, for example when the disk is full.
    void finish();

private:
    struct Declared {
        std::string name;
        std::vector<int64_t> shape;
        kernels::DType dtype;
        uint64_t size = 0; ///< bytes
        uint64_t offset = 0; ///< from the start of the data
    };

    void writeHeader();
    void pad(); ///< to the alignment of tensors

    OutputFile m_file;
    std::vector<std::pair<std::string, GgufValue>> m_values;
    std::vector<Declared> m_tensors;
    uint64_t m_dataSize = 0; ///< where the next declared tensor will lie
    size_t m_current = 0; ///< index of the tensor being appended
    uint64_t m_appended = 0; ///< bytes of it
    bool m_hasHeader = false;
};

} // namespace engine
