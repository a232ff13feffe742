#pragma once

#include "base/error.h"
#include "base/utf8.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace engine {

/// An Error{BadFile} about a file that is shorter than it says of itself, as downloads are that
/// were cut off.
class IncompleteFile final : public base::Error {
public:
    explicit IncompleteFile(const std::string& message)
        : Error(base::ErrorKind::BadFile, message)
    {
    }
};

/// Returns a · b, or nothing if a factor is negative or the product does not fit into 63 bits.
inline std::optional<int64_t> checkedProduct(int64_t a, int64_t b)
{
    int64_t product = 0;
    if (a < 0 || b < 0 || __builtin_mul_overflow(a, b, &product))
        return std::nullopt;
    return product;
}

/// Returns the product of all factors, 1 if there is none, under the same conditions.
inline std::optional<int64_t> checkedProduct(std::span<const int64_t> factors)
{
    std::optional<int64_t> product = 1;
    for (size_t i = 0; i < factors.size() && product; ++i)
        product = checkedProduct(*product, factors[i]);
    return product;
}

/// Returns a + b, or nothing if a term is negative or the sum does not fit into 63 bits.
inline std::optional<int64_t> checkedSum(int64_t a, int64_t b)
{
    int64_t sum = 0;
    if (a < 0 || b < 0 || __builtin_add_overflow(a, b, &sum))
        return std::nullopt;
    return sum;
}

static_assert(std::endian::native == std::endian::little, "files are read in place");

/// A cursor over bytes that somebody else wrote. Every read first checks how many bytes are left
/// and throws Error{BadFile}, naming the file, where they are too few. The bytes must outlive the
/// reader and every view that it returns.
class ByteReader {
public:
    ByteReader(std::span<const std::byte> bytes, std::string fileName)
        : m_bytes(bytes)
        , m_fileName(std::move(fileName))
    {
    }

    std::span<const std::byte> all() const { return m_bytes; }
    size_t position() const { return m_position; }
    size_t remaining() const { return m_bytes.size() - m_position; }
    const std::string& fileName() const { return m_fileName; }

    /// Reads a little-endian number. `what` names it in an error message: "ends inside `what`".
    template <typename Number>
    Number number(std::string_view what)
    {
        Number value;
        std::memcpy(&value, take(sizeof(Number), what).data(), sizeof(Number));
        return value;
    }

    /// Returns the next `count` bytes and moves past them. `what` names them in an error message.
    std::span<const std::byte> take(uint64_t count, std::string_view what)
    {
        if (count > remaining())
            failShort(what);
        const auto taken = m_bytes.subspan(m_position, count);
        m_position += count;
        return taken;
    }

    /// Reads a text that the file stores as a length (u64) followed by that many bytes. Throws
    /// Error{BadFile} if the length is above `maxLength` bytes. The view points into the file's
    /// bytes.
    std::string_view string(uint64_t maxLength, std::string_view what)
    {
        const auto length = number<uint64_t>(what);
        if (length > maxLength && length <= remaining())
            fail("has a longer text than " + std::to_string(maxLength) + " bytes for "
                + std::string(what));
        const auto text = take(length, what);
        return {reinterpret_cast<const char*>(text.data()), text.size()};
    }

    /// Throws Error{BadFile} with the name of the file, a space and `sentence`. The message may
    /// quote the file: it is made printable here.
    [[noreturn]] void fail(const std::string& sentence) const
    {
        throw base::Error(base::ErrorKind::BadFile, m_fileName + " " + base::printable(sentence));
    }

    /// Throws IncompleteFile: the file ends inside `what`.
    [[noreturn]] void failShort(std::string_view what) const
    {
        throw IncompleteFile(m_fileName + " ends inside " + base::printable(std::string(what)));
    }

private:
    std::span<const std::byte> m_bytes;
    std::string m_fileName;
    size_t m_position = 0;
};

} // namespace engine
