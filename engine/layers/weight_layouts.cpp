#include "engine/layers/weight_layouts.h"

#include "kernels/host_memory.h"

#include <algorithm>
#include <utility>

namespace engine {

using kernels::Backend;
using kernels::DType;
using kernels::Fidelity;
using kernels::Tensor;
using kernels::TensorView;

namespace {

// What is left of a piece costs nothing but what was prepared of it. That is done some pages at a
// time, for the threads of a device share the work, but little further than what is used.
constexpr int64_t pieceBytes = 64 << 20, preparedAtOnce = 4 << 20;
constexpr int64_t pageBytes = kernels::PageSupply::hugePage;

int64_t roundedUp(int64_t bytes, int64_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

bool fitMemory(const WeightFile& weights, int64_t layers)
{
    int64_t bytes = 0;
    for (const WeightTensor& tensor : weights.tensors())
        if (!isMtpTensor(tensor.name, layers))
            bytes += tensor.view.sizeInBytes();
    const int64_t available = kernels::availableHostMemory(); // 0: not known
    return available == 0 || bytes < available;
}

DType layoutFor(const Backend& backend, TensorView stored, Fidelity fidelity)
{
    return backend.productType(stored.dtype, stored.rows, stored.columns, fidelity);
}

} // namespace

WeightLayouts::WeightLayouts(
    const WeightFile& weights, std::unique_ptr<LayoutFile> kept, int64_t layers)
    : m_weights(weights)
    , m_fitMemory(engine::fitMemory(weights, layers))
    , m_kept(std::move(kept))
{
}

bool WeightLayouts::layOut(Backend& backend, Weight& weight, Fidelity fidelity)
{
    const TensorView stored = weight.view();
    const DType type = layoutFor(backend, stored, fidelity);
    if (type == stored.dtype || (!m_fitMemory && !kernels::isBlockType(stored.dtype)))
        return false;
    if (m_kept)
        if (auto kept = m_kept->next(type, stored.rows, stored.columns)) {
            weight = std::move(*kept);
            return true;
        }
    const TensorView laidOut = take(backend, type, stored.rows, stored.columns);
    backend.layOut(laidOut, stored, [this](const std::byte* shown, std::span<std::byte> memory) {
        return m_weights.fetch(shown, memory);
    });
    if (m_kept)
        m_kept->add(laidOut);
    weight = Weight(laidOut, m_piece);
    return true;
}

void WeightLayouts::finish()
{
    m_piece.reset(); // from here on it belongs to the weights
    m_size = m_used = m_prepared = 0;
    if (m_kept)
        m_kept->finish();
}

void WeightLayouts::requireWhole() const
{
    if (m_kept)
        m_kept->requireWhole();
}

// A matrix with undefined content in the present piece, or in a new one.
TensorView WeightLayouts::take(Backend& backend, DType type, int64_t rows, int64_t columns)
{
    TensorView view{nullptr, type, rows, columns};
    const int64_t bytes = roundedUp(view.sizeInBytes(), 64);
    if (m_pieceOf != &backend || m_size - m_used < bytes) {
        const int64_t size = std::max(roundedUp(bytes, pageBytes), pieceBytes);
        m_piece.reset();
        m_size = m_used = m_prepared = 0;
        m_piece = {static_cast<std::byte*>(backend.allocate(size)),
            [&backend, size](std::byte* memory) { backend.release(memory, size); }};
        m_pieceOf = &backend;
        m_size = size;
    }
    view.bytes = m_piece.get() + m_used;
    m_used += bytes;
    if (m_used > m_prepared)
        prepare(backend);
    return view;
}

void WeightLayouts::prepare(Backend& backend)
{
    const int64_t atOnce = std::min(m_used, preparedAtOnce);
    const int64_t end = roundedUp(std::max(m_used, m_prepared + atOnce), pageBytes);
    const int64_t begin = std::exchange(m_prepared, std::min(end, m_size));
    backend.prepare(m_piece.get() + begin, m_prepared - begin);
}

void layOut(Backend& backend, Weight& weight)
{
    const TensorView stored = weight.view();
    const DType type = layoutFor(backend, stored, Fidelity::Kept);
    if (type == stored.dtype)
        return;
    Tensor laidOut(backend, type, stored.rows, stored.columns);
    backend.layOut(laidOut, stored);
    weight = Weight(std::move(laidOut));
}

} // namespace engine
