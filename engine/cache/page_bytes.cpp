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

// One page for all matrices of the same device, type and width.
class PageBuffers {
public:
    void makeFor(const PagedMatrix& matrix)
    {
        Tensor& buffer = m_buffers[shapeOf(matrix)];
        if (buffer.isEmpty())
            buffer = Tensor(
                matrix.device(), matrix.view().dtype, matrix.rowsPerPage(), matrix.view().columns);
    }
    TensorView forMatrix(const PagedMatrix& matrix) const { return m_buffers.at(shapeOf(matrix)); }

private:
    using Shape = std::tuple<Backend*, kernels::DType, int64_t, int64_t>;

    static Shape shapeOf(const PagedMatrix& matrix)
    {
        return {&matrix.device(), matrix.view().dtype, matrix.rowsPerPage(), matrix.view().columns};
    }

    std::map<Shape, Tensor> m_buffers;
};

struct InvalidNumbers {
    bool infinite = false, undefined = false;
};

// Of rows in half precision; the other types have their scales, and states are wide enough.
InvalidNumbers invalidIn(const PagedMatrix& matrix, int32_t page, int64_t tokens)
{
    InvalidNumbers found;
    if (matrix.isEmpty() || matrix.view().dtype != kernels::DType::F16)
        return found;
    const TensorView rows = matrix.rowsOf(page, tokens);
    std::vector<uint16_t> halves(size_t(rows.elements()));
    matrix.device().download(halves.data(), rows);
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
    forEachMatrix([&](const PagedMatrix& matrix) { buffers.makeFor(matrix); });

    const std::vector<PageMove> copies = inCopyOrder(moves);
    forEachMatrix([&](const PagedMatrix& matrix) {
        const auto rows = [&](int32_t page) {
            return page == bufferPage ? buffers.forMatrix(matrix) : matrix.rowsOf(page, pageSize);
        };
        for (const PageMove& copy : copies)
            matrix.device().copy(rows(copy.to), rows(copy.from));
        matrix.device().synchronize();
    });
}

void PagedCache::readPage(int32_t page, int64_t tokens, std::span<std::byte> bytes) const
{
    CHECK(isAllocated() && page >= 0 && page < m_pages && tokens >= 0 && tokens <= pageSize);
    CHECK(int64_t(bytes.size()) == pageBytes(tokens));
    forEachMatrix([&](const PagedMatrix& matrix) {
        const TensorView rows = matrix.rowsOf(page, tokens);
        matrix.device().download(bytes.data(), rows);
        bytes = bytes.subspan(size_t(rows.sizeInBytes()));
    });
}

void PagedCache::writePage(int32_t page, int64_t tokens, std::span<const std::byte> bytes)
{
    CHECK(isAllocated() && page >= 0 && page < m_pages && tokens >= 0 && tokens <= pageSize);
    CHECK(int64_t(bytes.size()) == pageBytes(tokens));
    forEachMatrix([&](const PagedMatrix& matrix) {
        const TensorView rows = matrix.rowsOf(page, tokens);
        matrix.device().upload(rows, bytes.data());
        bytes = bytes.subspan(size_t(rows.sizeInBytes()));
    });
}

// In the first layer that has invalid numbers: they make all later ones invalid.
std::string_view PagedCache::overflow(int32_t page, int64_t tokens) const
{
    CHECK(isAllocated() && page >= 0 && page < m_pages && tokens >= 0 && tokens <= pageSize);
    for (const LayerCache& layer : m_layers) {
        const InvalidNumbers keys = invalidIn(layer.matrices()[0], page, tokens);
        const InvalidNumbers values = invalidIn(layer.matrices()[1], page, tokens);
        if (keys.undefined || values.undefined)
            return {};
        if (keys.infinite || values.infinite)
            return keys.infinite ? "keys" : "values";
    }
    return {};
}

} // namespace engine
