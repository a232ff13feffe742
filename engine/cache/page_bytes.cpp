// The bytes of pages, whatever they are made of: moving them about, and out of the cache and in.
#include "engine/cache/paged_cache.h"
#include "kernels/error.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace engine {

using kernels::Backend;
using kernels::Tensor;
using kernels::TensorView;

namespace {

TensorView rowsOf(const Tensor& matrix, int32_t page, int64_t tokens)
{
    return matrix.view().rowRange(page * pageSize, tokens);
}

// One page for all matrices of the same device, type and width.
class PageBuffers {
public:
    void makeFor(const Tensor& matrix)
    {
        Tensor& buffer = m_buffers[shapeOf(matrix)];
        if (buffer.isEmpty())
            buffer
                = Tensor(*matrix.backend(), matrix.view().dtype, pageSize, matrix.view().columns);
    }
    TensorView forMatrix(const Tensor& matrix) const { return m_buffers.at(shapeOf(matrix)); }

private:
    using Shape = std::tuple<Backend*, kernels::DType, int64_t>;

    static Shape shapeOf(const Tensor& matrix)
    {
        return {matrix.backend(), matrix.view().dtype, matrix.view().columns};
    }

    std::map<Shape, Tensor> m_buffers;
};

struct InvalidNumbers {
    bool infinite = false, undefined = false;
};

// Of rows in half precision; the other types have their scales.
InvalidNumbers invalidIn(const Tensor& matrix, int32_t page, int64_t tokens)
{
    InvalidNumbers found;
    if (matrix.isEmpty() || matrix.view().dtype != kernels::DType::F16)
        return found;
    const TensorView rows = rowsOf(matrix, page, tokens);
    std::vector<uint16_t> halves(size_t(rows.elements()));
    matrix.backend()->download(halves.data(), rows);
    for (const uint16_t half : halves) {
        const unsigned magnitude = half & 0x7FFFu;
        found.infinite |= magnitude == 0x7C00;
        found.undefined |= magnitude > 0x7C00;
    }
    return found;
}

} // namespace

void PagedCache::movePages(std::span<const PageMove> moves)
{
    if (moves.empty())
        return;
    PageBuffers buffers;
    forEachMatrix([&](const Tensor& matrix) { buffers.makeFor(matrix); });

    const std::vector<PageMove> copies = inCopyOrder(moves);
    forEachMatrix([&](const Tensor& matrix) {
        const auto rows = [&](int32_t page) {
            return page == bufferPage ? buffers.forMatrix(matrix) : rowsOf(matrix, page, pageSize);
        };
        for (const PageMove& copy : copies)
            matrix.backend()->copy(rows(copy.to), rows(copy.from));
        matrix.backend()->synchronize();
    });
}

void PagedCache::readPage(int32_t page, int64_t tokens, std::span<std::byte> bytes) const
{
    CHECK(isAllocated() && page >= 0 && page < m_pages && tokens >= 0 && tokens <= pageSize);
    CHECK(int64_t(bytes.size()) == bytesPerToken() * tokens);
    forEachMatrix([&](const Tensor& matrix) {
        const TensorView rows = rowsOf(matrix, page, tokens);
        matrix.backend()->download(bytes.data(), rows);
        bytes = bytes.subspan(size_t(rows.sizeInBytes()));
    });
}

void PagedCache::writePage(int32_t page, int64_t tokens, std::span<const std::byte> bytes)
{
    CHECK(isAllocated() && page >= 0 && page < m_pages && tokens >= 0 && tokens <= pageSize);
    CHECK(int64_t(bytes.size()) == bytesPerToken() * tokens);
    forEachMatrix([&](const Tensor& matrix) {
        const TensorView rows = rowsOf(matrix, page, tokens);
        matrix.backend()->upload(rows, bytes.data());
        bytes = bytes.subspan(size_t(rows.sizeInBytes()));
    });
}

// In the first layer that has invalid numbers: they make all later ones invalid.
std::string_view PagedCache::overflow(int32_t page, int64_t tokens) const
{
    CHECK(isAllocated() && page >= 0 && page < m_pages && tokens >= 0 && tokens <= pageSize);
    for (size_t layer = 0; layer < m_keys.size(); ++layer) {
        const InvalidNumbers keys = invalidIn(m_keys[layer], page, tokens);
        const InvalidNumbers values = invalidIn(m_values[layer], page, tokens);
        if (keys.undefined || values.undefined)
            return {};
        if (keys.infinite || values.infinite)
            return keys.infinite ? "keys" : "values";
    }
    return {};
}

} // namespace engine
