#pragma once

#include "engine/files/byte_reader.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engine {

/// The type of a metadata value. The numbers are those of the file format.
enum class GgufType : uint32_t {
    Uint8 = 0,
    Int8 = 1,
    Uint16 = 2,
    Int16 = 3,
    Uint32 = 4,
    Int32 = 5,
    Float32 = 6,
    Bool = 7,
    String = 8,
    Array = 9,
    Uint64 = 10,
    Int64 = 11,
    Float64 = 12,
};

/// The keys and values at the head of a GGUF file. Values stay in the mapped file and are decoded
/// when a getter asks for them; their extents were checked when the file was opened.
///
/// Each getter returns nothing if the key is absent. It throws Error{BadFile}, naming the file and
/// the key, if the value has another type, is out of range or, for floating-point numbers, is not
/// finite.
class GgufMetadata {
public:
    /// A value as it is in the file. For an array, `type` is the type of its elements.
    struct Entry {
        std::string_view key;
        GgufType type = GgufType::Uint8;
        bool isArray = false;
        uint64_t count = 1; ///< how many elements an array has; 1 for a single value
        /// The value; each string is preceded by its length (u64).
        std::span<const std::byte> bytes;
    };

    GgufMetadata() = default;

    /// Reads `count` keys and values from where `reader` is. Throws Error{BadFile}.
    GgufMetadata(ByteReader& reader, uint64_t count);

    bool has(std::string_view key) const { return m_positions.contains(key); }
    const std::vector<Entry>& entries() const { return m_entries; } ///< in the order of the file

    /// The views of texts, here and in strings(), are valid as long as the file is open.
    std::optional<std::string_view> string(std::string_view key) const;
    std::optional<int64_t> integer(std::string_view key) const;
    std::optional<double> number(std::string_view key) const; ///< takes any integer or float
    std::optional<bool> boolean(std::string_view key) const;
    std::optional<std::vector<std::string_view>> strings(std::string_view key) const;
    /// Booleans count as 0 and 1.
    std::optional<std::vector<int64_t>> integers(std::string_view key) const;
    std::optional<std::vector<float>> numbers(std::string_view key) const;

    /// The number of elements of an array; 0 if the key is absent or is no array.
    uint64_t arrayLength(std::string_view key) const;

private:
    const Entry* find(std::string_view key) const;
    [[noreturn]] void refuse(std::string_view key, std::string_view expected) const;

    std::string m_fileName;
    std::vector<Entry> m_entries;
    std::unordered_map<std::string_view, size_t> m_positions;
};

} // namespace engine
