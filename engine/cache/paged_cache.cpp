#include "engine/cache/paged_cache.h"

#include "kernels/error.h"

#include <atomic>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace engine {

using kernels::DType;
using kernels::Error;
using kernels::ErrorKind;
using kernels::Tensor;
using kernels::TensorView;

namespace {

// Numbers of a token in a matrix of one layer.
int64_t columnsOf(PagedCache::Layer layer, DType stored)
{
    return kernels::wholeBlocks(stored, layer.columns());
}

int64_t bytesPerRow(PagedCache::Layer layer, CachePrecision precision)
{
    const DType stored = storedType(precision);
    return kernels::rowBytes(stored, columnsOf(layer, stored));
}

int64_t bytesOf(PagedCache::Layer layer, CacheType type)
{
    return bytesPerRow(layer, type.keys) + bytesPerRow(layer, type.values);
}

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
    CHECK(bytesPerToken(shape, type) > 0 && tokens > 0);
    const double bytes = double(m_pages) * pageSize * double(bytesPerToken(shape, type));
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
    std::vector<Tensor> keys, values;
    const auto add = [&](std::vector<Tensor>& matrices, size_t layer, CachePrecision precision) {
        const DType stored = storedType(precision);
        matrices.emplace_back(
            *devices[layer], stored, m_pages * pageSize, columnsOf(m_shape.layers[layer], stored));
    };
    try {
        for (size_t layer = 0; layer < devices.size(); ++layer) {
            add(keys, layer, m_type.keys);
            add(values, layer, m_type.values);
        }
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::OutOfMemory)
            throw;
        const int64_t tokens = m_pages * pageSize;
        throw tooLarge(tokens, double(tokens) * double(bytesPerToken()));
    }
    m_keys = std::move(keys);
    m_values = std::move(values);
    m_serial = nextSerial();
}

TensorView PagedCache::keys(int64_t layer) const
{
    return m_keys.at(size_t(layer));
}

TensorView PagedCache::values(int64_t layer) const
{
    return m_values.at(size_t(layer));
}

void PagedCache::copyPage(int32_t from, int32_t to, int64_t tokens)
{
    CHECK(from >= 0 && from < m_pages && to >= 0 && to < m_pages && from != to);
    CHECK(tokens > 0 && tokens <= pageSize);

    forEachMatrix([&](const Tensor& matrix) {
        matrix.backend()->copy(matrix.view().rowRange(to * pageSize, tokens),
            matrix.view().rowRange(from * pageSize, tokens));
        matrix.backend()->synchronize();
    });
}

int64_t PagedCache::bytesPerToken() const
{
    return bytesPerToken(m_shape, m_type);
}

int64_t PagedCache::bytesPerToken(int64_t layer) const
{
    return bytesOf(m_shape.layers.at(size_t(layer)), m_type);
}

int64_t PagedCache::bytesPerToken(const Shape& shape, CacheType type)
{
    int64_t bytes = 0;
    for (const Layer layer : shape.layers)
        bytes += bytesOf(layer, type);
    return bytes;
}

} // namespace engine
