#include "engine/files/gguf_file.h"

#include "engine/files/byte_reader.h"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

namespace engine {

namespace {

constexpr size_t digits = 5;

std::string padded(int64_t number)
{
    const std::string text = std::to_string(number);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
}

// Takes `ending` off the end of `text`; false if it ends otherwise.
bool cutEnd(std::string_view& text, std::string_view ending)
{
    if (!text.ends_with(ending))
        return false;
    text.remove_suffix(ending.size());
    return true;
}

// Takes five digits off the end of `text`; 0 if there are none.
int64_t cutNumber(std::string_view& text)
{
    if (text.size() < digits)
        return 0;
    int64_t number = 0;
    for (const char digit : text.substr(text.size() - digits)) {
        if (digit < '0' || digit > '9')
            return 0;
        number = number * 10 + (digit - '0');
    }
    text.remove_suffix(digits);
    return number;
}

} // namespace

std::optional<SplitName> splitName(const std::filesystem::path& path)
{
    const std::string whole = path.filename().string();
    std::string_view rest = whole;
    SplitName name;
    if (!cutEnd(rest, ".gguf"))
        return std::nullopt;
    name.count = cutNumber(rest);
    if (name.count == 0 || !cutEnd(rest, "-of-"))
        return std::nullopt;
    name.number = cutNumber(rest);
    if (name.number == 0 || name.number > name.count || !cutEnd(rest, "-"))
        return std::nullopt;
    name.stem = rest;
    return name;
}

bool isLaterPart(const std::filesystem::path& path)
{
    const auto part = splitName(path);
    return part && part->number > 1;
}

std::string splitFileName(const SplitName& name)
{
    return name.stem + "-" + padded(name.number) + "-of-" + padded(name.count) + ".gguf";
}

using base::Error;
using base::ErrorKind;
using kernels::DType;

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
        reader.fail("isn't a GGUF file: it doesn't begin with \"GGUF\"");
    const auto version = reader.number<uint32_t>("the version");
    if (version == 2 || version == 3)
        return;
    const bool isSwapped = version != 0 && (version & 0xffff) == 0;
    throw Error(ErrorKind::Unsupported,
        reader.fileName()
            + (isSwapped ? " is a big-endian GGUF file; only little-endian files are supported"
                         : " is GGUF version " + std::to_string(version)
                        + "; versions 2 and 3 are supported"));
}

int64_t readAlignment(const GgufMetadata& metadata, const ByteReader& reader)
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
        reader.fail("has tensor " + name + " with " + std::to_string(dimensions)
            + " dimensions; 1 to 4 are supported");
    std::vector<int64_t> shape(dimensions);
    for (int64_t& extent : shape) {
        extent = reader.number<int64_t>("the shape of " + name);
        if (extent < 1)
            reader.fail("has tensor " + name + " with a dimension that is not positive");
    }
    std::reverse(shape.begin(), shape.end()); // the file names the innermost first
    return shape;
}

// ggml's types that this program cannot compute with, in the order of their numbers.
std::string describeUnknownType(uint32_t number)
{
    static constexpr std::pair<uint32_t, const char*> named[] = {{9, "Q8_1"}, {15, "Q8_K"},
        {24, "I8"}, {25, "I16"}, {27, "I64"}, {28, "F64"}, {31, "Q4_0_4_4"}, {32, "Q4_0_4_8"},
        {33, "Q4_0_8_8"}, {36, "IQ4_NL_4_4"}, {37, "IQ4_NL_4_8"}, {38, "IQ4_NL_8_8"}, {42, "Q2_0"}};
    for (const auto& [type, name] : named)
        if (type == number)
            return std::string("the type ") + name + ", which this version doesn't support";
    return "the unknown type " + std::to_string(number);
}

DType readTensorType(ByteReader& reader, const std::string& name)
{
    const auto number = reader.number<uint32_t>("the type of " + name);
    const auto dtype = kernels::dtypeFromGguf(number);
    if (!dtype)
        throw Error(ErrorKind::Unsupported,
            reader.fileName() + " stores tensor " + base::printable(name) + " in "
                + describeUnknownType(number));
    return *dtype;
}

int64_t tensorBytes(const GgufTableRow& row, const ByteReader& reader)
{
    const kernels::DTypeInfo& type = kernels::info(row.dtype);
    if (row.shape.back() % type.blockSize != 0)
        reader.fail("has tensor " + row.name + " with rows of " + std::to_string(row.shape.back())
            + " values, which isn't a multiple of the block size "
            + std::to_string(type.blockSize));
    const auto elements = checkedProduct(row.shape);
    const auto bytes
        = elements ? checkedProduct(*elements / type.blockSize, type.blockBytes) : elements;
    if (!bytes)
        reader.fail("has tensor " + row.name + " with an invalid size");
    return *bytes;
}

GgufTableRow readRow(ByteReader& reader, int64_t alignment)
{
    GgufTableRow row;
    row.name = reader.string(maxTensorNameLength, "a tensor name");
    row.shape = readShape(reader, row.name);
    row.dtype = readTensorType(reader, row.name);
    row.size = tensorBytes(row, reader);
    row.offset = reader.number<int64_t>("the offset of " + row.name);
    if (row.offset < 0 || row.offset % alignment != 0)
        reader.fail("stores tensor " + row.name + " at an offset that isn't a multiple of "
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
    head.alignment = readAlignment(head.metadata, reader);
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

namespace {

int64_t partCount(const GgufMetadata& metadata)
{
    return metadata.integer("split.count").value_or(1);
}

void checkPositions(
    const std::vector<GgufTableRow>& table, int64_t dataSize, const ByteReader& reader)
{
    std::vector<const GgufTableRow*> rows;
    for (const GgufTableRow& row : table) {
        const auto end = checkedSum(row.offset, row.size);
        if (!end || *end > dataSize)
            reader.failShort("tensor " + row.name);
        rows.push_back(&row);
    }
    std::sort(rows.begin(), rows.end(),
        [](const GgufTableRow* a, const GgufTableRow* b) { return a->offset < b->offset; });
    for (size_t i = 1; i < rows.size(); ++i)
        if (rows[i - 1]->offset + rows[i - 1]->size > rows[i]->offset)
            reader.fail("stores tensors " + rows[i - 1]->name + " and " + rows[i]->name
                + " at the same offset");
}

WeightTensor makeTensor(GgufTableRow&& row, std::span<const std::byte> data)
{
    kernels::TensorView view;
    // Views are shared with tensors that may be written; these never are.
    view.bytes = const_cast<std::byte*>(data.data() + row.offset);
    view.dtype = row.dtype;
    view.columns = row.shape.back();
    view.rows = *checkedProduct(std::span(row.shape).first(row.shape.size() - 1));
    return {std::move(row.name), std::move(row.shape), view};
}

size_t paddedTo(size_t position, int64_t alignment)
{
    return (position + size_t(alignment) - 1) / size_t(alignment) * size_t(alignment);
}

void requirePart(const GgufFile& file, const SplitName& name)
{
    const bool belongs = partCount(file.metadata()) == name.count
        && file.metadata().integer("split.no").value_or(0) == name.number - 1;
    if (!belongs)
        throw Error(ErrorKind::BadFile,
            file.path().filename().string() + " is not part " + std::to_string(name.number) + " of "
                + std::to_string(name.count) + " of a split model, although its name says so");
}

} // namespace

std::shared_ptr<const GgufFile> GgufFile::open(const std::filesystem::path& path)
{
    std::shared_ptr<GgufFile> file(new GgufFile(base::MappedFile(path)));
    if (partCount(file->metadata()) <= 1)
        return file;
    auto name = splitName(path);
    if (!name || name->count != partCount(file->metadata()))
        throw Error(ErrorKind::BadFile,
            path.filename().string() + " is one of " + std::to_string(partCount(file->metadata()))
                + " parts of a split model; the names of the parts must end with "
                  "-00001-of-00002.gguf and so on");
    if (name->number > 1) {
        name->number = 1;
        file.reset(new GgufFile(base::MappedFile(path.parent_path() / splitFileName(*name))));
    }
    file->addParts();
    return file;
}

GgufFile::GgufFile(base::MappedFile file)
    : m_file(std::move(file))
{
    ByteReader reader(m_file.bytes(), m_file.path().filename().string());
    GgufHead head = readGgufHead(reader);
    m_metadata = std::move(head.metadata);
    const auto all = m_file.bytes();
    const auto data
        = all.subspan(std::min(paddedTo(reader.position(), head.alignment), all.size()));
    checkPositions(head.table, int64_t(data.size()), reader);

    m_tensors.reserve(head.table.size());
    for (GgufTableRow& row : head.table)
        m_tensors.push_back(makeTensor(std::move(row), data));
    for (size_t index = 0; index < m_tensors.size(); ++index)
        addPosition(index);
}

void GgufFile::addPosition(size_t index)
{
    if (!m_positions.emplace(m_tensors[index].name, index).second)
        throw Error(ErrorKind::BadFile,
            path().filename().string() + " has the tensor " + m_tensors[index].name + " twice");
}

// Adds the tensors of the other parts of a split model. This must be its first part.
void GgufFile::addParts()
{
    SplitName name = *splitName(path());
    requirePart(*this, name);
    while (name.number++ < name.count) {
        const auto next = path().parent_path() / splitFileName(name);
        std::unique_ptr<GgufFile> part(new GgufFile(base::MappedFile(next)));
        requirePart(*part, name);
        for (const WeightTensor& tensor : part->m_tensors) {
            m_tensors.push_back(tensor);
            addPosition(m_tensors.size() - 1);
        }
        m_laterParts.push_back(std::move(part));
    }
}

const std::byte* GgufFile::fetch(const std::byte* shown, std::span<std::byte> memory) const
{
    if (m_file.read(shown, memory))
        return memory.data();
    for (const auto& part : m_laterParts)
        if (part->m_file.read(shown, memory))
            return memory.data();
    return shown;
}

void GgufFile::requireWhole() const
{
    m_file.requireWhole();
    for (const auto& part : m_laterParts)
        part->requireWhole();
}

int64_t GgufFile::sizeInBytes() const
{
    int64_t bytes = int64_t(m_file.bytes().size());
    for (const auto& part : m_laterParts)
        bytes += part->sizeInBytes();
    return bytes;
}

const WeightTensor* GgufFile::find(std::string_view name) const
{
    const auto index = m_positions.find(name);
    return index == m_positions.end() ? nullptr : &m_tensors[index->second];
}

} // namespace engine
