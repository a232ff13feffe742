#include "engine/cache/paged_cache.h"

#include "kernels/error.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

namespace {

std::string gigabytes(double bytes)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GB", bytes / 1e9);
    return text;
}

Error tooLarge(int64_t tokens, double bytes)
{
    return kernels::outOfMemory(
        "a cache of " + std::to_string(tokens) + " tokens, which needs " + gigabytes(bytes));
}

int64_t nextSerial()
{
    static std::atomic<int64_t> last = 0;
    return ++last;
}

int64_t wholePages(int64_t tokens)
{
    return tokens / pageSize + (tokens % pageSize != 0);
}

} // namespace

PagedCache::PagedCache(const Shape& shape, CacheType type, int64_t tokens)
    : m_shape(shape)
    , m_type(type)
    , m_pages(wholePages(tokens))
{
    CHECK(pageBytes(shape, type) > 0 && tokens > 0);
    const double bytes = double(m_pages) * double(pageBytes(shape, type));
    if (m_pages > std::numeric_limits<int32_t>::max() / pageSize || bytes > 1e17)
        throw tooLarge(tokens, bytes);
}

PagedCache::PagedCache(
    kernels::Backend& backend, const Shape& shape, CacheType type, int64_t tokens)
    : PagedCache(shape, type, tokens)
{
    allocate(std::vector<kernels::Backend*>(shape.layers.size(), &backend));
}

void PagedCache::allocate(std::span<kernels::Backend* const> devices)
{
    CHECK(!isAllocated() && devices.size() == m_shape.layers.size());
    std::vector<LayerCache> layers;
    try {
        for (size_t layer = 0; layer < devices.size(); ++layer)
            layers.emplace_back(*devices[layer], m_shape.layers[layer], m_type, m_pages);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::OutOfMemory)
            throw;
        throw tooLarge(m_pages * pageSize, double(m_pages) * double(pageBytes()));
    }
    m_layers = std::move(layers);
    m_serial = nextSerial();
}

void PagedCache::copyPage(int32_t from, int32_t to, int64_t tokens)
{
    CHECK(from >= 0 && from < m_pages && to >= 0 && to < m_pages && from != to);
    CHECK(tokens > 0 && tokens <= pageSize);

    forEachMatrix([&](const PagedMatrix& matrix) {
        matrix.device().copy(matrix.rowsOf(to, tokens), matrix.rowsOf(from, tokens));
        matrix.device().synchronize();
    });
}

int64_t PagedCache::bytesPerToken(int64_t layer) const
{
    return m_shape.layers.at(size_t(layer)).bytesPerToken(m_type);
}

int64_t PagedCache::layerPageBytes(int64_t layer) const
{
    return m_shape.layers.at(size_t(layer)).bytesOf(m_type, pageSize);
}

int64_t PagedCache::bytesPerToken(const Shape& shape, CacheType type)
{
    int64_t bytes = 0;
    for (const LayerShape& layer : shape.layers)
        bytes += layer.bytesPerToken(type);
    return bytes;
}

int64_t PagedCache::pageBytes(const Shape& shape, CacheType type, int64_t tokens)
{
    int64_t bytes = 0;
    for (const LayerShape& layer : shape.layers)
        bytes += layer.bytesOf(type, tokens);
    return bytes;
}

bool PagedCache::Shape::keepsStates() const
{
    return std::ranges::any_of(layers, &LayerShape::keepsState);
}

} // namespace engine
