#include "engine/cache/paged_cache.h"

#include "base/error.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine {

using kernels::DType;

namespace {

struct PrecisionInfo {
    const char* name;
    DType stored;
};

// The rows are in the order of CachePrecision.
constexpr PrecisionInfo precisions[] = {
    {"fp32", DType::F32},
    {"fp16", DType::F16},
    {"q8", DType::CacheQ8},
    {"q6", DType::CacheQ6},
    {"q4", DType::CacheQ4},
};
constexpr int precisionCount = sizeof precisions / sizeof precisions[0];
static_assert(precisionCount == int(CachePrecision::Q4) + 1);

std::optional<CachePrecision> precisionFromName(std::string_view name)
{
    for (int i = 0; i < precisionCount; ++i)
        if (name == precisions[i].name)
            return CachePrecision(i);
    return std::nullopt;
}

} // namespace

DType storedType(CachePrecision precision)
{
    return precisions[int(precision)].stored;
}

std::string name(CacheType type)
{
    const std::string keys = precisions[int(type.keys)].name;
    return type.keys == type.values ? keys : keys + '/' + precisions[int(type.values)].name;
}

std::optional<CacheType> cacheTypeFromName(std::string_view name)
{
    const size_t slash = name.find('/');
    const auto keys = precisionFromName(name.substr(0, slash));
    const auto values
        = slash == std::string_view::npos ? keys : precisionFromName(name.substr(slash + 1));
    if (!keys || !values)
        return std::nullopt;
    return CacheType{*keys, *values};
}

using kernels::TensorView;

namespace {

// Numbers of a token in a matrix of keys or values.
int64_t storedColumns(const LayerShape& shape, DType stored)
{
    return kernels::wholeBlocks(stored, shape.columns());
}

int64_t bytesPerRow(const LayerShape& shape, CachePrecision precision)
{
    const DType stored = storedType(precision);
    return kernels::rowBytes(stored, storedColumns(shape, stored));
}

PagedMatrix rowsOfTokens(
    kernels::Backend& device, const LayerShape& shape, CachePrecision precision, int64_t pages)
{
    const DType stored = storedType(precision);
    return {device, stored, pages, pageSize, storedColumns(shape, stored)};
}

} // namespace

int64_t LayerShape::bytesPerToken(CacheType type) const
{
    return bytesPerRow(*this, type.keys) + (valuesAreKeys ? 0 : bytesPerRow(*this, type.values));
}

int64_t LayerShape::bytesPerState() const
{
    return (stateInputs + stateMatrices) * int64_t(sizeof(float));
}

PagedMatrix::PagedMatrix(
    kernels::Backend& device, DType type, int64_t pages, int64_t rowsPerPage, int64_t columns)
    : m_tensor(device, type, pages * rowsPerPage, columns)
    , m_rowsPerPage(rowsPerPage)
{
}

TensorView PagedMatrix::pageRows(int32_t page, int64_t tokens) const
{
    const bool isPerToken = m_rowsPerPage == pageSize;
    return view().rowRange(page * m_rowsPerPage, isPerToken ? tokens : tokens > 0);
}

LayerCache::LayerCache(
    kernels::Backend& device, const LayerShape& shape, CacheType type, int64_t pages)
    : m_valuesAreKeys(shape.valuesAreKeys)
{
    if (shape.columns() > 0 || !shape.keepsState()) {
        m_matrices[0] = rowsOfTokens(device, shape, type.keys, pages);
        if (!m_valuesAreKeys)
            m_matrices[1] = rowsOfTokens(device, shape, type.values, pages);
    }
    if (shape.keepsState()) {
        m_matrices[2] = PagedMatrix(device, DType::F32, pages, 1, shape.stateInputs);
        m_matrices[3] = PagedMatrix(device, DType::F32, pages, 1, shape.stateMatrices);
    }
}

using base::Error;
using base::ErrorKind;

namespace {

std::string gigabytes(double bytes)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GB", bytes / 1e9);
    return text;
}

Error tooLarge(int64_t tokens, double bytes)
{
    return base::outOfMemory(
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
        matrix.device().copy(matrix.pageRows(to, tokens), matrix.pageRows(from, tokens));
        matrix.device().synchronize();
    });
}

int64_t PagedCache::bytesPerToken(int64_t layer) const
{
    return m_shape.layers.at(size_t(layer)).bytesPerToken(m_type);
}

int64_t PagedCache::layerPageBytes(int64_t layer) const
{
    return m_shape.layers.at(size_t(layer)).layerBytes(m_type, pageSize);
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
        bytes += layer.layerBytes(type, tokens);
    return bytes;
}

bool PagedCache::Shape::keepsStates() const
{
    return std::ranges::any_of(layers, &LayerShape::keepsState);
}

// The bytes of pages, whatever they are made of: moving them about, and out of the cache and in.

using kernels::Backend;
using kernels::Tensor;

namespace {

// One page for all matrices of the same device, type and width.
class PageBuffers {
public:
    void makeFor(const PagedMatrix& matrix)
    {
        Tensor& buffer = m_buffers[layerShape(matrix)];
        if (buffer.isEmpty())
            buffer = Tensor(
                matrix.device(), matrix.view().dtype, matrix.rowsPerPage(), matrix.view().columns);
    }
    TensorView forMatrix(const PagedMatrix& matrix) const
    {
        return m_buffers.at(layerShape(matrix));
    }

private:
    using Shape = std::tuple<Backend*, kernels::DType, int64_t, int64_t>;

    static Shape layerShape(const PagedMatrix& matrix)
    {
        return {&matrix.device(), matrix.view().dtype, matrix.rowsPerPage(), matrix.view().columns};
    }

    std::map<Shape, Tensor> m_buffers;
};

struct InvalidNumbers {
    bool infinite = false, undefined = false;
};

// Looks for numbers that are not finite. Only rows in half precision can overflow: the other types
// have scales, and states are wide enough.
InvalidNumbers invalidIn(const PagedMatrix& matrix, int32_t page, int64_t tokens)
{
    InvalidNumbers found;
    if (matrix.isEmpty() || matrix.view().dtype != kernels::DType::F16)
        return found;
    const TensorView rows = matrix.pageRows(page, tokens);
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
            return page == bufferPage ? buffers.forMatrix(matrix) : matrix.pageRows(page, pageSize);
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
        const TensorView rows = matrix.pageRows(page, tokens);
        matrix.device().download(bytes.data(), rows);
        bytes = bytes.subspan(size_t(rows.sizeInBytes()));
    });
}

void PagedCache::writePage(int32_t page, int64_t tokens, std::span<const std::byte> bytes)
{
    CHECK(isAllocated() && page >= 0 && page < m_pages && tokens >= 0 && tokens <= pageSize);
    CHECK(int64_t(bytes.size()) == pageBytes(tokens));
    forEachMatrix([&](const PagedMatrix& matrix) {
        const TensorView rows = matrix.pageRows(page, tokens);
        matrix.device().upload(rows, bytes.data());
        bytes = bytes.subspan(size_t(rows.sizeInBytes()));
    });
}

// Only the first layer with invalid numbers is reported, because they make all later layers
// invalid.
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

namespace {

using SourceByTarget = std::unordered_map<int32_t, int32_t>;

// Fills `target`, which contains nothing that is still needed, then the page that came from, and so
// on, until a page is reached into which nothing moves.
void fillBackwards(int32_t target, SourceByTarget& pending, std::vector<PageMove>& copies)
{
    for (auto move = pending.find(target); move != pending.end(); move = pending.find(target)) {
        copies.push_back({move->second, target});
        target = move->second;
        pending.erase(move);
    }
}

} // namespace

std::vector<PageMove> inCopyOrder(std::span<const PageMove> moves)
{
    SourceByTarget pending, targetBySource;
    for (const PageMove& move : moves)
        CHECK(pending.emplace(move.to, move.from).second
            && targetBySource.emplace(move.from, move.to).second);

    std::vector<PageMove> copies;
    for (const PageMove& move : moves)
        if (!targetBySource.contains(move.to))
            fillBackwards(move.to, pending, copies);

    for (const PageMove& move : moves) { // what is left are circles
        if (!pending.contains(move.to))
            continue;
        copies.push_back({move.to, bufferPage});
        fillBackwards(move.to, pending, copies);
        copies.back().from = bufferPage; // not move.to, which has other content by now
    }
    return copies;
}

} // namespace engine
