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
int64_t columnsOf(PagedCache::Shape shape, DType stored)
{
    return kernels::wholeBlocks(stored, shape.kvHeads * shape.headDim);
}

int64_t bytesPerRow(PagedCache::Shape shape, CachePrecision precision)
{
    const DType stored = storedType(precision);
    return kernels::rowBytes(stored, columnsOf(shape, stored));
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

PagedCache::PagedCache(Shape shape, CacheType type, int64_t tokens)
    : m_shape(shape)
    , m_type(type)
    , m_pages(wholePages(tokens))
{
    CHECK(shape.layers > 0 && shape.kvHeads > 0 && shape.headDim > 0 && tokens > 0);
    const double bytes = double(m_pages) * pageSize * double(bytesPerToken(shape, type));
    if (m_pages > std::numeric_limits<int32_t>::max() / pageSize || bytes > 1e17)
        throw tooLarge(tokens, bytes);
}

PagedCache::PagedCache(kernels::Backend& backend, Shape shape, CacheType type, int64_t tokens)
    : PagedCache(shape, type, tokens)
{
    allocate(std::vector<kernels::Backend*>(size_t(shape.layers), &backend));
}

void PagedCache::allocate(std::span<kernels::Backend* const> devices)
{
    CHECK(!isAllocated() && int64_t(devices.size()) == m_shape.layers);
    std::vector<Tensor> keys, values;
    const auto add
        = [&](std::vector<Tensor>& matrices, kernels::Backend& device, CachePrecision precision) {
              const DType stored = storedType(precision);
              matrices.emplace_back(device, stored, m_pages * pageSize, columnsOf(m_shape, stored));
          };
    try {
        for (kernels::Backend* device : devices) {
            add(keys, *device, m_type.keys);
            add(values, *device, m_type.values);
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

    for (const auto* side : {&m_keys, &m_values})
        for (const Tensor& layer : *side) {
            layer.backend()->copy(layer.view().rowRange(to * pageSize, tokens),
                layer.view().rowRange(from * pageSize, tokens));
            layer.backend()->synchronize();
        }
}

int64_t PagedCache::bytesPerToken(Shape shape, CacheType type)
{
    return shape.layers * (bytesPerRow(shape, type.keys) + bytesPerRow(shape, type.values));
}

} // namespace engine
