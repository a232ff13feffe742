#include "engine/files/gguf_metadata.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace engine {

namespace {

constexpr uint64_t maxKeys = 64 * 1024;
constexpr uint64_t maxKeyLength = 256;
constexpr uint64_t maxStringLength = uint64_t(16) << 20;
constexpr uint64_t maxMetadataBytes = uint64_t(256) << 20;

// Bytes of a value; 0 for strings and arrays, which say their length themselves.
std::optional<size_t> typeSize(GgufType type)
{
    switch (type) {
    case GgufType::Uint8:
    case GgufType::Int8:
    case GgufType::Bool:
        return 1;
    case GgufType::Uint16:
    case GgufType::Int16:
        return 2;
    case GgufType::Uint32:
    case GgufType::Int32:
    case GgufType::Float32:
        return 4;
    case GgufType::Uint64:
    case GgufType::Int64:
    case GgufType::Float64:
        return 8;
    case GgufType::String:
    case GgufType::Array:
        return 0;
    }
    return std::nullopt;
}

GgufType readType(ByteReader& reader, std::string_view key)
{
    const auto number = reader.number<uint32_t>("the type of " + std::string(key));
    if (!typeSize(GgufType(number)))
        reader.fail("gives " + std::string(key) + " the unknown type " + std::to_string(number));
    return GgufType(number);
}

void skipStrings(ByteReader& reader, uint64_t count, std::string_view key)
{
    for (uint64_t i = 0; i < count; ++i)
        reader.string(maxStringLength, key);
}

void skipValues(ByteReader& reader, GgufType type, uint64_t count, std::string_view key)
{
    if (type == GgufType::String)
        return skipStrings(reader, count, key);
    const size_t size = *typeSize(type);
    if (count > reader.remaining() / size)
        reader.failShort(key);
    reader.take(count * size, key);
}

GgufMetadata::Entry readEntry(ByteReader& reader, std::span<const std::byte> all)
{
    GgufMetadata::Entry entry;
    entry.key = reader.string(maxKeyLength, "a metadata key");
    if (entry.key.empty())
        reader.fail("has an unnamed metadata key");
    entry.type = readType(reader, entry.key);
    if (entry.type == GgufType::Array) {
        entry.isArray = true;
        entry.type = readType(reader, entry.key);
        if (entry.type == GgufType::Array)
            reader.fail("nests arrays in " + std::string(entry.key));
        entry.count = reader.number<uint64_t>(entry.key);
    }
    const size_t begin = reader.position();
    skipValues(reader, entry.type, entry.count, entry.key);
    entry.bytes = all.subspan(begin, reader.position() - begin);
    return entry;
}

template <typename Number>
Number load(const std::byte* from)
{
    Number value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// Nothing for what is not an integer or leaves 64 bits.
std::optional<int64_t> loadInteger(GgufType type, const std::byte* from)
{
    switch (type) {
    case GgufType::Uint8:
        return load<uint8_t>(from);
    case GgufType::Int8:
        return load<int8_t>(from);
    case GgufType::Uint16:
        return load<uint16_t>(from);
    case GgufType::Int16:
        return load<int16_t>(from);
    case GgufType::Uint32:
        return load<uint32_t>(from);
    case GgufType::Int32:
        return load<int32_t>(from);
    case GgufType::Int64:
        return load<int64_t>(from);
    case GgufType::Uint64: {
        const auto value = load<uint64_t>(from);
        if (value <= uint64_t(std::numeric_limits<int64_t>::max()))
            return int64_t(value);
        return std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

// Nothing for what is not a number or not finite.
std::optional<double> loadNumber(GgufType type, const std::byte* from)
{
    double value = 0;
    if (type == GgufType::Float32)
        value = load<float>(from);
    else if (type == GgufType::Float64)
        value = load<double>(from);
    else if (const auto integer = loadInteger(type, from))
        value = double(*integer);
    else
        return std::nullopt;
    if (!std::isfinite(value))
        return std::nullopt;
    return value;
}

} // namespace

GgufMetadata::GgufMetadata(ByteReader& reader, uint64_t count)
    : m_fileName(reader.fileName())
{
    if (count > maxKeys)
        reader.fail("claims " + std::to_string(count) + " metadata keys, more than "
            + std::to_string(maxKeys));
    const size_t begin = reader.position();
    for (uint64_t i = 0; i < count; ++i) {
        m_entries.push_back(readEntry(reader, reader.all()));
        const std::string_view key = m_entries.back().key;
        if (!m_positions.emplace(key, m_entries.size() - 1).second)
            reader.fail("has the metadata key " + std::string(key) + " twice");
        if (reader.position() - begin > maxMetadataBytes)
            reader.fail("has more than 256 MiB of metadata");
    }
}

const GgufMetadata::Entry* GgufMetadata::find(std::string_view key) const
{
    const auto index = m_positions.find(key);
    return index == m_positions.end() ? nullptr : &m_entries[index->second];
}

void GgufMetadata::refuse(std::string_view key, std::string_view expected) const
{
    throw base::Error(base::ErrorKind::BadFile,
        m_fileName + " must have " + std::string(expected) + " as " + base::printable(key));
}

std::optional<std::string_view> GgufMetadata::string(std::string_view key) const
{
    const Entry* entry = find(key);
    if (!entry)
        return std::nullopt;
    if (entry->isArray || entry->type != GgufType::String)
        refuse(key, "a text");
    return ByteReader(entry->bytes, m_fileName).string(maxStringLength, key);
}

std::optional<int64_t> GgufMetadata::integer(std::string_view key) const
{
    const Entry* entry = find(key);
    if (!entry)
        return std::nullopt;
    const auto value
        = entry->isArray ? std::nullopt : loadInteger(entry->type, entry->bytes.data());
    if (!value)
        refuse(key, "an integer of at most 63 bits");
    return value;
}

std::optional<double> GgufMetadata::number(std::string_view key) const
{
    const Entry* entry = find(key);
    if (!entry)
        return std::nullopt;
    const auto value = entry->isArray ? std::nullopt : loadNumber(entry->type, entry->bytes.data());
    if (!value)
        refuse(key, "a finite number");
    return value;
}

std::optional<bool> GgufMetadata::boolean(std::string_view key) const
{
    const Entry* entry = find(key);
    if (!entry)
        return std::nullopt;
    if (entry->isArray || entry->type != GgufType::Bool)
        refuse(key, "true or false");
    return load<uint8_t>(entry->bytes.data()) != 0;
}

std::optional<std::vector<std::string_view>> GgufMetadata::strings(std::string_view key) const
{
    const Entry* entry = find(key);
    if (!entry)
        return std::nullopt;
    if (!entry->isArray || entry->type != GgufType::String)
        refuse(key, "an array of strings");
    std::vector<std::string_view> values(entry->count);
    ByteReader reader(entry->bytes, m_fileName);
    for (std::string_view& value : values)
        value = reader.string(maxStringLength, key);
    return values;
}

std::optional<std::vector<int64_t>> GgufMetadata::integers(std::string_view key) const
{
    const Entry* entry = find(key);
    if (!entry)
        return std::nullopt;
    if (!entry->isArray || entry->type == GgufType::String)
        refuse(key, "an array of integers");
    std::vector<int64_t> values(entry->count);
    const size_t size = *typeSize(entry->type);
    const GgufType type = entry->type == GgufType::Bool ? GgufType::Uint8 : entry->type;
    for (size_t i = 0; i < values.size(); ++i) {
        const auto value = loadInteger(type, entry->bytes.data() + i * size);
        if (!value)
            refuse(key, "an array of integers of at most 63 bits");
        values[i] = *value;
    }
    return values;
}

std::optional<std::vector<float>> GgufMetadata::numbers(std::string_view key) const
{
    const Entry* entry = find(key);
    if (!entry)
        return std::nullopt;
    if (!entry->isArray || entry->type == GgufType::String)
        refuse(key, "an array of numbers");
    std::vector<float> values(entry->count);
    const size_t size = *typeSize(entry->type);
    for (size_t i = 0; i < values.size(); ++i) {
        const auto value = loadNumber(entry->type, entry->bytes.data() + i * size);
        if (!value || !std::isfinite(float(*value)))
            refuse(key, "an array of finite numbers");
        values[i] = float(*value);
    }
    return values;
}

uint64_t GgufMetadata::arrayLength(std::string_view key) const
{
    const Entry* entry = find(key);
    return entry && entry->isArray ? entry->count : 0;
}

} // namespace engine
