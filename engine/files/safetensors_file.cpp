#include "engine/files/safetensors_file.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/files/byte_reader.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>

namespace engine {

using base::Error;
using base::ErrorKind;
using nlohmann::json;

namespace {

constexpr size_t maxDimensions = 16;

// Follows the grammar
//   { "name": {"dtype": "…", "shape": […], "data_offsets": [begin, end]}, …,
//     "__metadata__": {"key": "text", …} }
// event by event, so that nothing is kept which is not an array of the file.
class HeaderParser final : public json::json_sax_t {
public:
    explicit HeaderParser(const std::string& fileName)
        : m_fileName(fileName)
    {
    }

    SafetensorsHeader take() { return std::move(m_header); }

    bool start_object(size_t) override
    {
        if (m_position == Position::Outside)
            m_position = Position::Root;
        else if (m_position == Position::RootValue && m_isNotes)
            m_position = Position::Notes;
        else if (m_position == Position::RootValue)
            m_position = Position::Array;
        else
            refuse("an unexpected object");
        return true;
    }

    bool end_object() override
    {
        if (m_position == Position::Array)
            finishArray();
        m_position = m_position == Position::Root ? Position::Outside : Position::Root;
        return true;
    }

    bool key(string_t& name) override
    {
        if (m_position == Position::Root)
            beginEntry(name);
        else if (m_position == Position::Notes)
            beginNote(name);
        else
            beginField(name);
        return true;
    }

    bool string(string_t& text) override
    {
        if (m_position == Position::NoteValue) {
            m_header.notes.back().second = text;
            m_position = Position::Notes;
        } else if (m_position == Position::FieldValue && m_field == Field::Dtype) {
            m_header.arrays.back().dtype = text;
            m_position = Position::Array;
        } else {
            refuse("an unexpected string");
        }
        return true;
    }

    bool start_array(size_t) override
    {
        if (m_position != Position::FieldValue || m_field == Field::Dtype)
            refuse("an unexpected list");
        m_position = Position::List;
        return true;
    }

    bool end_array() override
    {
        if (m_field == Field::Offsets && m_offsets.size() != 2)
            refuse("data_offsets that are not two numbers");
        m_position = Position::Array;
        return true;
    }

    bool number_unsigned(number_unsigned_t value) override
    {
        if (m_position != Position::List || value > uint64_t(std::numeric_limits<int64_t>::max()))
            refuse("a number that is out of range");
        auto& list = m_field == Field::Shape ? m_header.arrays.back().shape : m_offsets;
        if (list.size() == maxDimensions)
            refuse("a list that is too long");
        list.push_back(int64_t(value));
        return true;
    }

    bool null() override { refuse("a null"); }
    bool boolean(bool) override { refuse("a true or false"); }
    bool number_integer(number_integer_t) override { refuse("a negative number"); }
    bool number_float(number_float_t, const string_t&) override { refuse("a fraction"); }
    bool binary(binary_t&) override { refuse("binary data"); }
    bool parse_error(size_t, const std::string&, const json::exception&) override
    {
        refuse("invalid JSON");
    }

private:
    enum class Position { Outside, Root, RootValue, Notes, NoteValue, Array, FieldValue, List };
    enum class Field { Dtype, Shape, Offsets };

    [[noreturn]] void refuse(const std::string& what) const
    {
        throw Error(ErrorKind::BadFile, m_fileName + " has " + what + " in its header");
    }

    void beginEntry(const std::string& name)
    {
        if (!m_names.insert(name).second)
            refuse("the name " + base::printable(name) + " twice");
        m_isNotes = name == "__metadata__";
        if (!m_isNotes) {
            m_header.arrays.push_back({name, {}, {}, 0, 0});
            m_fields.clear();
            m_offsets.clear();
        }
        m_position = Position::RootValue;
    }

    void beginNote(const std::string& name)
    {
        if (!m_noteNames.insert(name).second)
            refuse("the note " + base::printable(name) + " twice");
        m_header.notes.emplace_back(name, "");
        m_position = Position::NoteValue;
    }

    void beginField(const std::string& name)
    {
        if (name == "dtype")
            m_field = Field::Dtype;
        else if (name == "shape")
            m_field = Field::Shape;
        else if (name == "data_offsets")
            m_field = Field::Offsets;
        else
            refuse("the unknown field " + base::printable(name));
        if (std::find(m_fields.begin(), m_fields.end(), m_field) != m_fields.end())
            refuse("the field " + name + " twice");
        m_fields.push_back(m_field);
        m_position = Position::FieldValue;
    }

    void finishArray()
    {
        auto& array = m_header.arrays.back();
        if (m_fields.size() != 3)
            refuse("no dtype, shape or data_offsets for " + base::printable(array.name));
        array.begin = m_offsets[0];
        array.end = m_offsets[1];
    }

    const std::string& m_fileName;
    SafetensorsHeader m_header;
    Position m_position = Position::Outside;
    Field m_field = Field::Dtype;
    bool m_isNotes = false;
    std::vector<Field> m_fields; // those the array at hand has given so far
    std::vector<int64_t> m_offsets;
    std::unordered_set<std::string> m_names, m_noteNames;
};

// Bytes of an element.
std::optional<int64_t> elementSize(std::string_view dtype)
{
    struct Size {
        std::string_view dtype;
        int64_t bytes;
    };
    static constexpr Size sizes[] = {{"F32", 4}, {"F16", 2}, {"BF16", 2}, {"I32", 4}, {"I64", 8},
        {"U8", 1}, {"I8", 1}, {"BOOL", 1}, {"F64", 8}, {"I16", 2}, {"U16", 2}, {"U32", 4},
        {"U64", 8}, {"F8_E4M3", 1}, {"F8_E5M2", 1}, {"F8_E8M0", 1}, {"C64", 8}};
    for (const Size& size : sizes)
        if (size.dtype == dtype)
            return size.bytes;
    return std::nullopt;
}

void checkArray(const SafetensorsHeader::Array& array, const std::string& fileName)
{
    const auto fail = [&](const std::string& why) {
        throw Error(
            ErrorKind::BadFile, fileName + " gives " + base::printable(array.name) + " " + why);
    };
    const auto size = elementSize(array.dtype);
    if (!size)
        fail("the unknown type " + base::printable(array.dtype));
    const auto elements = checkedProduct(array.shape);
    const auto bytes = elements ? checkedProduct(*elements, *size) : elements;
    if (!bytes)
        fail("an invalid size");
    if (array.end < array.begin || array.end - array.begin != *bytes)
        fail("data_offsets that don't match its shape");
}

void checkCoverage(const SafetensorsHeader& header, int64_t dataSize, const std::string& fileName)
{
    int64_t covered = 0;
    for (const auto& array : header.arrays) {
        if (array.end > dataSize)
            throw IncompleteFile(fileName + " ends inside " + base::printable(array.name));
        if (array.begin != covered)
            throw Error(ErrorKind::BadFile,
                fileName + " has a gap or an overlap before " + base::printable(array.name));
        covered = array.end;
    }
    if (covered != dataSize)
        throw Error(ErrorKind::BadFile,
            fileName + " has " + std::to_string(dataSize - covered) + " unused bytes at its end");
}

} // namespace

SafetensorsHeader parseSafetensorsHeader(
    std::string_view text, int64_t dataSize, const std::string& fileName)
{
    HeaderParser parser(fileName);
    if (text.empty() || text.front() != '{')
        throw Error(ErrorKind::BadFile, fileName + " is not a safetensors file");
    json::sax_parse(text.begin(), text.end(), &parser);

    SafetensorsHeader header = parser.take();
    for (const auto& array : header.arrays)
        checkArray(array, fileName);
    std::sort(header.arrays.begin(), header.arrays.end(), [](const auto& a, const auto& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    checkCoverage(header, dataSize, fileName);
    return header;
}

using kernels::DType;

namespace {

constexpr uint64_t maxHeaderBytes = 100'000'000;

std::optional<DType> tensorType(std::string_view dtype)
{
    if (dtype == "F32")
        return DType::F32;
    if (dtype == "F16")
        return DType::F16;
    if (dtype == "BF16")
        return DType::BF16;
    if (dtype == "I32")
        return DType::I32;
    return std::nullopt;
}

// A scalar is a matrix of one row and one column.
kernels::TensorView makeView(DType dtype, std::span<const int64_t> shape, const void* bytes)
{
    kernels::TensorView view;
    // Views are shared with tensors that may be written; these never are.
    view.bytes = const_cast<void*>(bytes);
    view.dtype = dtype;
    view.columns = shape.empty() ? 1 : shape.back();
    view.rows = shape.empty() ? 1 : *checkedProduct(shape.first(shape.size() - 1));
    return view;
}

bool isAligned(const void* bytes, DType dtype)
{
    return reinterpret_cast<uintptr_t>(bytes) % size_t(kernels::info(dtype).blockBytes) == 0;
}

std::string_view headerText(ByteReader& reader)
{
    if (reader.remaining() < sizeof(uint64_t))
        reader.fail("is too short for a safetensors file");
    const auto length = reader.number<uint64_t>("the length of the header");
    if (length > maxHeaderBytes)
        reader.fail("is not a safetensors file, or its header is longer than 100 MB");
    const auto text = reader.take(length, "the header");
    return {reinterpret_cast<const char*>(text.data()), text.size()};
}

} // namespace

std::shared_ptr<const SafetensorsFile> SafetensorsFile::open(const std::filesystem::path& path)
{
    return std::shared_ptr<const SafetensorsFile>(new SafetensorsFile(base::MappedFile(path)));
}

SafetensorsFile::SafetensorsFile(base::MappedFile file)
    : m_file(std::move(file))
{
    ByteReader reader(m_file.bytes(), m_file.path().filename().string());
    const std::string_view text = headerText(reader);
    const auto data = m_file.bytes().subspan(reader.position());
    auto header = parseSafetensorsHeader(text, int64_t(data.size()), reader.fileName());
    m_notes = std::move(header.notes);
    m_arrays.reserve(header.arrays.size());
    for (auto& array : header.arrays)
        m_arrays.push_back({std::move(array.name), std::move(array.dtype), std::move(array.shape),
            data.subspan(size_t(array.begin), size_t(array.end - array.begin))});
    addTensors();
}

void SafetensorsFile::addTensors()
{
    for (size_t i = 0; i < m_arrays.size(); ++i) {
        const StoredArray& array = m_arrays[i];
        m_arrayPositions.emplace(array.name, i);
        if (const auto dtype = tensorType(array.dtype))
            m_tensors.push_back(
                {array.name, array.shape, makeView(*dtype, array.shape, aligned(array, *dtype))});
    }
    for (size_t i = 0; i < m_tensors.size(); ++i)
        m_tensorPositions.emplace(m_tensors[i].name, i);
}

const void* SafetensorsFile::aligned(const StoredArray& array, DType dtype)
{
    if (array.bytes.empty() || isAligned(array.bytes.data(), dtype))
        return array.bytes.data();
    auto& copy = m_copies.emplace_back(new std::byte[array.bytes.size()]);
    std::memcpy(copy.get(), array.bytes.data(), array.bytes.size());
    return copy.get();
}

const WeightTensor* SafetensorsFile::find(std::string_view name) const
{
    const auto index = m_tensorPositions.find(name);
    if (index != m_tensorPositions.end())
        return &m_tensors[index->second];
    if (const StoredArray* array = findArray(name))
        throw Error(ErrorKind::Unsupported,
            path().filename().string() + " stores " + base::printable(name) + " as " + array->dtype
                + "; supported are F32, F16, BF16 and I32");
    return nullptr;
}

const StoredArray* SafetensorsFile::findArray(std::string_view name) const
{
    const auto index = m_arrayPositions.find(name);
    return index == m_arrayPositions.end() ? nullptr : &m_arrays[index->second];
}

std::vector<const StoredArray*> SafetensorsFile::allArrays() const
{
    std::vector<const StoredArray*> all;
    for (const StoredArray& array : m_arrays)
        all.push_back(&array);
    return all;
}

} // namespace engine
