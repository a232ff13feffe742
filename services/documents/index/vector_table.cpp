#include "services/documents/index/vector_table.h"

#include "kernels/devices/backends.h"
#include "kernels/quantize.h"
#include "kernels/tensor.h"

#include <algorithm>
#include <numeric>

namespace services {

using kernels::DType;

namespace {

constexpr DType packedType = DType::Q8_0;

int64_t wholeBlocks(size_t columns)
{
    return kernels::wholeBlocks(packedType, int64_t(columns));
}

std::vector<float> filled(std::span<const float> vector)
{
    std::vector<float> numbers(vector.begin(), vector.end());
    numbers.resize(size_t(wholeBlocks(vector.size())));
    return numbers;
}

} // namespace

QByteArray packedVector(std::span<const float> vector)
{
    const std::vector<float> numbers = filled(vector);
    const auto columns = int64_t(numbers.size());
    QByteArray packed(packedVectorBytes(vector.size()), Qt::Uninitialized);
    kernels::quantizeRow(packedType, numbers.data(), packed.data(), columns);
    return packed;
}

qsizetype packedVectorBytes(size_t columns)
{
    return qsizetype(kernels::rowBytes(packedType, wholeBlocks(columns)));
}

VectorTable::VectorTable(size_t columns)
    : m_processor(kernels::openBackend("cpu"))
    , m_columns(columns)
{
}

void VectorTable::add(PassageNumber passage, const QByteArray& packed)
{
    const bool isNext = m_passages.empty() || m_passages.back() < passage;
    if (packed.size() != packedVectorBytes(m_columns) || !isNext)
        return;
    m_passages.push_back(passage);
    const auto* bytes = reinterpret_cast<const std::byte*>(packed.constData());
    m_rows.insert(m_rows.end(), bytes, bytes + packed.size());
}

// The processor multiplies as with the weights of a model: out = x · rowsᵀ.
std::vector<float> VectorTable::productsWith(std::span<const float> vector) const
{
    std::vector<float> x = filled(vector), products(m_passages.size());
    const auto rows = int64_t(m_passages.size());
    if (rows == 0)
        return products;
    CHECK(vector.size() == m_columns);
    const auto borrowed = [this](const void* bytes, DType type, int64_t count, int64_t columns) {
        return m_processor->borrow({const_cast<void*>(bytes), type, count, columns});
    };
    m_processor->ops().matmul(borrowed(products.data(), DType::F32, 1, rows),
        borrowed(x.data(), DType::F32, 1, int64_t(x.size())),
        borrowed(m_rows.data(), packedType, rows, int64_t(x.size())));
    m_processor->synchronize();
    return products;
}

std::vector<VectorMatch> VectorTable::find(
    std::span<const float> vector, int most, std::span<const PassageNumber> also) const
{
    const std::vector<float> products = productsWith(vector);
    std::vector<size_t> order(products.size());
    std::iota(order.begin(), order.end(), size_t(0));
    const auto end = order.begin() + std::min(ptrdiff_t(most), ptrdiff_t(order.size()));
    std::ranges::partial_sort(order, end, [&products](size_t left, size_t right) {
        return std::pair(-products[left], left) < std::pair(-products[right], right);
    });
    std::vector<VectorMatch> matches;
    for (const size_t row : std::span(order.begin(), end))
        matches.push_back({m_passages[row], products[row]});
    for (const PassageNumber passage : also) {
        const auto found = std::ranges::lower_bound(m_passages, passage);
        const bool isThere = found != m_passages.end() && *found == passage;
        if (isThere && std::ranges::find(matches, passage, &VectorMatch::passage) == matches.end())
            matches.push_back({passage, products[size_t(found - m_passages.begin())]});
    }
    return matches;
}

} // namespace services
