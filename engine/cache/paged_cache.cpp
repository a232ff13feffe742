#include "engine/cache/paged_cache.h"

#include "kernels/error.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <numeric>
#include <optional>
#include <string>

namespace engine {

using kernels::DType;
using kernels::Error;
using kernels::ErrorKind;
using kernels::Tensor;
using kernels::TensorView;

namespace {

DType storedType(CacheType type)
{
    return type == CacheType::F32 ? DType::F32 : DType::F16;
}

std::string gigabytes(double bytes)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GB", bytes / 1e9);
    return text;
}

Error tooLarge(int64_t tokens, double bytes)
{
    return {ErrorKind::OutOfMemory,
        "A cache of " + std::to_string(tokens) + " tokens needs " + gigabytes(bytes)
            + " of memory, more than there is."};
}

int64_t wholePages(int64_t tokens)
{
    return tokens / pageSize + (tokens % pageSize != 0);
}

} // namespace

PagedCache::PagedCache(kernels::Backend& backend, Shape shape, CacheType type, int64_t tokens)
    : m_backend(backend)
    , m_shape(shape)
    , m_pages(wholePages(tokens))
{
    CHECK(shape.layers > 0 && shape.kvHeads > 0 && shape.headDim > 0 && tokens > 0);
    const double bytes = double(m_pages) * pageSize * double(bytesPerToken(shape, type));
    if (m_pages > std::numeric_limits<int32_t>::max() / pageSize || bytes > 1e17)
        throw tooLarge(tokens, bytes);

    try {
        for (int64_t layer = 0; layer < shape.layers; ++layer)
            for (auto* side : {&m_keys, &m_values})
                side->emplace_back(
                    backend, storedType(type), m_pages * pageSize, shape.kvHeads * shape.headDim);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::OutOfMemory)
            throw;
        throw tooLarge(tokens, bytes);
    }
}

TensorView PagedCache::keys(int64_t layer) const
{
    return m_keys.at(size_t(layer));
}

TensorView PagedCache::values(int64_t layer) const
{
    return m_values.at(size_t(layer));
}

// By way of f32, which holds every value of the types a cache is stored in.
void PagedCache::copyPage(int32_t from, int32_t to, int64_t tokens)
{
    CHECK(from >= 0 && from < m_pages && to >= 0 && to < m_pages && from != to);
    CHECK(tokens > 0 && tokens <= pageSize);

    std::vector<int32_t> rows(static_cast<size_t>(tokens));
    std::iota(rows.begin(), rows.end(), 0);
    const Tensor rowIds(m_backend, DType::I32, 1, tokens);
    const Tensor between(m_backend, DType::F32, tokens, m_shape.kvHeads * m_shape.headDim);
    m_backend.upload(rowIds, rows.data());

    for (const auto* side : {&m_keys, &m_values})
        for (const Tensor& layer : *side) {
            const TensorView source = layer.view().rowRange(from * pageSize, tokens);
            m_backend.ops().gatherRows(between, source, rowIds);
            m_backend.ops().scatterRows(
                layer.view().rowRange(to * pageSize, tokens), between, rowIds);
        }
    m_backend.synchronize();
}

int64_t PagedCache::bytesPerToken(Shape shape, CacheType type)
{
    return 2 * shape.layers * kernels::rowBytes(storedType(type), shape.kvHeads * shape.headDim);
}

} // namespace engine
