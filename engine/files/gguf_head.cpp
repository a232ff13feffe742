#include "engine/files/gguf_head.h"

#include "engine/files/checked_size.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace engine {

using kernels::DType;
using kernels::Error;
using kernels::ErrorKind;

namespace {

constexpr uint32_t magic = 0x46554747; // "GGUF"
constexpr uint64_t maxTensors = 64 * 1024;
constexpr uint64_t maxTensorNameLength = 256;
constexpr uint32_t maxDimensions = 4;
constexpr int64_t defaultAlignment = 32; // bytes

// Version 2 and 3 differ only in that 3 may be big endian; this reads little endian.
void checkVersion(ByteReader& reader)
{
    if (reader.remaining() < 8 || reader.number<uint32_t>("the first bytes") != magic)
        reader.fail("is not a GGUF file: it does not begin with \"GGUF\"");
    const auto version = reader.number<uint32_t>("the version");
    if (version == 2 || version == 3)
        return;
    const bool isSwapped = version != 0 && (version & 0xffff) == 0;
    throw Error(ErrorKind::Unsupported,
        reader.fileName()
            + (isSwapped ? " is a big-endian GGUF file; only little-endian ones can be read"
                         : " is GGUF version " + std::to_string(version)
                        + "; versions 2 and 3 can be read"));
}

int64_t alignmentOf(const GgufMetadata& metadata, const ByteReader& reader)
{
    const int64_t alignment = metadata.integer("general.alignment").value_or(defaultAlignment);
    if (alignment < 8 || alignment > (1 << 20) || !std::has_single_bit(uint64_t(alignment)))
        reader.fail("must have a power of two from 8 on as general.alignment, not "
            + std::to_string(alignment));
    return alignment;
}

std::vector<int64_t> readShape(ByteReader& reader, const std::string& name)
{
    const auto dimensions = reader.number<uint32_t>("the shape of " + name);
    if (dimensions < 1 || dimensions > maxDimensions)
        reader.fail("gives tensor " + name + " " + std::to_string(dimensions)
            + " dimensions; 1 to 4 are possible");
    std::vector<int64_t> shape(dimensions);
    for (int64_t& extent : shape) {
        extent = reader.number<int64_t>("the shape of " + name);
        if (extent < 1)
            reader.fail("gives tensor " + name + " a dimension that is not positive");
    }
    std::reverse(shape.begin(), shape.end()); // the file names the innermost first
    return shape;
}

// ggml's types that this program cannot compute with, in the order of their numbers.
std::string describeUnknownType(uint32_t number)
{
    static constexpr std::pair<uint32_t, const char*> named[]
        = {{9, "Q8_1"}, {15, "Q8_K"}, {16, "IQ2_XXS"}, {17, "IQ2_XS"}, {19, "IQ1_S"}, {24, "I8"},
            {25, "I16"}, {27, "I64"}, {28, "F64"}, {29, "IQ1_M"}, {31, "Q4_0_4_4"},
            {32, "Q4_0_4_8"}, {33, "Q4_0_8_8"}, {36, "IQ4_NL_4_4"}, {37, "IQ4_NL_4_8"},
            {38, "IQ4_NL_8_8"}, {40, "NVFP4"}, {41, "Q1_0"}, {42, "Q2_0"}};
    for (const auto& [type, name] : named)
        if (type == number)
            return std::string("the type ") + name + ", which this version cannot compute with";
    return "the unknown type " + std::to_string(number);
}

DType readTensorType(ByteReader& reader, const std::string& name)
{
    const auto number = reader.number<uint32_t>("the type of " + name);
    const auto dtype = kernels::dtypeFromGguf(number);
    if (!dtype)
        throw Error(ErrorKind::Unsupported,
            reader.fileName() + " stores tensor " + printable(name) + " in "
                + describeUnknownType(number));
    return *dtype;
}

int64_t sizeOf(const GgufTableRow& row, const ByteReader& reader)
{
    const kernels::DTypeInfo& type = kernels::info(row.dtype);
    if (row.shape.back() % type.blockSize != 0)
        reader.fail("gives tensor " + row.name + " rows of " + std::to_string(row.shape.back())
            + " values, which blocks of " + std::to_string(type.blockSize) + " do not divide");
    const auto elements = checkedProduct(row.shape);
    const auto bytes
        = elements ? checkedProduct(*elements / type.blockSize, type.blockBytes) : elements;
    if (!bytes)
        reader.fail("gives tensor " + row.name + " an impossible size");
    return *bytes;
}

GgufTableRow readRow(ByteReader& reader, int64_t alignment)
{
    GgufTableRow row;
    row.name = reader.string(maxTensorNameLength, "a tensor name");
    row.shape = readShape(reader, row.name);
    row.dtype = readTensorType(reader, row.name);
    row.size = sizeOf(row, reader);
    row.offset = reader.number<int64_t>("the offset of " + row.name);
    if (row.offset < 0 || row.offset % alignment != 0)
        reader.fail("places tensor " + row.name + " off the alignment of "
            + std::to_string(alignment) + " bytes");
    return row;
}

std::vector<GgufTableRow> readTable(ByteReader& reader, uint64_t count, int64_t alignment)
{
    std::vector<GgufTableRow> table;
    for (uint64_t i = 0; i < count; ++i)
        table.push_back(readRow(reader, alignment));
    return table;
}

} // namespace

GgufHead readGgufHead(ByteReader& reader)
{
    checkVersion(reader);
    const auto tensorCount = reader.number<uint64_t>("the number of tensors");
    const auto keyCount = reader.number<uint64_t>("the number of metadata keys");
    if (tensorCount > maxTensors)
        reader.fail("claims " + std::to_string(tensorCount) + " tensors, more than "
            + std::to_string(maxTensors));
    GgufHead head;
    head.metadata = GgufMetadata(reader, keyCount);
    head.alignment = alignmentOf(head.metadata, reader);
    head.table = readTable(reader, tensorCount, head.alignment);
    return head;
}

std::string firstArchitecture(std::span<const std::byte> bytes, const std::string& name)
try {
    ByteReader reader(bytes, name);
    checkVersion(reader);
    reader.number<uint64_t>("the number of tensors");
    const auto keyCount = reader.number<uint64_t>("the number of metadata keys");
    for (uint64_t key = 0; key < keyCount; ++key)
        if (const auto found = GgufMetadata(reader, 1).string("general.architecture"))
            return std::string(*found);
    return {};
} catch (const IncompleteFile&) {
    return {};
}

} // namespace engine
