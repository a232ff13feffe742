#pragma once

#include "engine/files/gguf_metadata.h"
#include "kernels/dtype.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// A row of the tensor table, still without the place of the data.
struct GgufTableRow {
    std::string name;
    std::vector<int64_t> shape; ///< outermost first
    kernels::DType dtype = kernels::DType::F32;
    int64_t size = 0; ///< bytes
    int64_t offset = 0; ///< from the start of the data
};

/// What stands in a GGUF file before the data, see GgufFile.
struct GgufHead {
    GgufMetadata metadata; ///< its views point into the bytes that were read
    std::vector<GgufTableRow> table;
    int64_t alignment = 0; ///< of the data, in bytes
};

/// Reads the head; `reader` stands behind it afterwards. Throws Error{BadFile} or
/// Error{Unsupported}, IncompleteFile if the bytes end before the head does: a beginning that can
/// be read is that of a file of which the rest is not needed yet.
GgufHead readGgufHead(ByteReader& reader);

/// The value of general.architecture, if it stands in these first bytes of a file; otherwise empty.
/// `name` names the file in error sentences. Throws as readGgufHead().
std::string firstArchitecture(std::span<const std::byte> bytes, const std::string& name);

} // namespace engine
