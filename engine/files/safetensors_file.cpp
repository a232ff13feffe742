#include "engine/files/safetensors_file.h"

#include "engine/files/byte_reader.h"
#include "engine/files/checked_size.h"
#include "engine/files/safetensors_header.h"

#include <algorithm>
#include <cstring>

namespace engine {

using kernels::DType;
using kernels::Error;
using kernels::ErrorKind;

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
kernels::TensorView viewOf(DType dtype, std::span<const int64_t> shape, const void* bytes)
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
    return std::shared_ptr<const SafetensorsFile>(new SafetensorsFile(MappedFile(path)));
}

SafetensorsFile::SafetensorsFile(MappedFile file)
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
        m_arrayPlaces.emplace(array.name, i);
        if (const auto dtype = tensorType(array.dtype))
            m_tensors.push_back(
                {array.name, array.shape, viewOf(*dtype, array.shape, aligned(array, *dtype))});
    }
    for (size_t i = 0; i < m_tensors.size(); ++i)
        m_tensorPlaces.emplace(m_tensors[i].name, i);
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
    const auto place = m_tensorPlaces.find(name);
    if (place != m_tensorPlaces.end())
        return &m_tensors[place->second];
    if (const StoredArray* array = findArray(name))
        throw Error(ErrorKind::Unsupported,
            path().filename().string() + " stores " + printable(name) + " as " + array->dtype
                + "; F32, F16, BF16 and I32 can be used");
    return nullptr;
}

const StoredArray* SafetensorsFile::findArray(std::string_view name) const
{
    const auto place = m_arrayPlaces.find(name);
    return place == m_arrayPlaces.end() ? nullptr : &m_arrays[place->second];
}

std::vector<const StoredArray*> SafetensorsFile::allArrays() const
{
    std::vector<const StoredArray*> all;
    for (const StoredArray& array : m_arrays)
        all.push_back(&array);
    return all;
}

} // namespace engine
