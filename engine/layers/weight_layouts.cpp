#include "engine/layers/weight_layouts.h"

#include <algorithm>

namespace engine {

using kernels::Backend;
using kernels::DType;
using kernels::Fidelity;
using kernels::Tensor;
using kernels::TensorView;

namespace {

// Of a weight that is laid out. In between, the system may have the memory of the file.
constexpr int64_t partBytes = 32 << 20, partRows = 256;

// Too small for huge pages: where a virtual machine gives back what it does not use, its host must
// find each of them again, and a load took three times as long. Pages are given when they are
// touched, so what is left of a piece costs nothing.
constexpr int64_t pieceBytes = 2 << 20;

DType layoutFor(const Backend& backend, TensorView stored, Fidelity fidelity)
{
    return backend.productType(stored.dtype, stored.rows, stored.columns, fidelity);
}

void fill(Backend& backend, TensorView laidOut, TensorView stored, const WeightFile* weights)
{
    const int64_t rowBytes = kernels::rowBytes(stored.dtype, stored.columns);
    const int64_t atOnce = std::max<int64_t>(1, partBytes / (rowBytes * partRows)) * partRows;
    for (int64_t first = 0; first < stored.rows; first += atOnce) {
        const int64_t rows = std::min(atOnce, stored.rows - first);
        backend.layOut(laidOut.rowRange(first, rows), stored.rowRange(first, rows));
        if (weights)
            weights->releasePages();
    }
}

} // namespace

bool WeightLayouts::layOut(Backend& backend, Weight& weight, Fidelity fidelity)
{
    const TensorView stored = weight.view();
    const DType type = layoutFor(backend, stored, fidelity);
    if (type == stored.dtype)
        return false;
    if (m_kept)
        if (auto kept = m_kept->next(type, stored.rows, stored.columns)) {
            weight = std::move(*kept);
            return true;
        }
    const TensorView laidOut = take(backend, type, stored.rows, stored.columns);
    fill(backend, laidOut, stored, &m_weights);
    if (m_kept)
        m_kept->add(laidOut);
    weight = Weight(laidOut, m_piece);
    return true;
}

void WeightLayouts::finish()
{
    m_piece.reset(); // from here on it belongs to the weights
    m_size = m_used = 0;
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
    const int64_t bytes = (view.sizeInBytes() + 63) / 64 * 64;
    if (m_pieceOf != &backend || m_size - m_used < bytes) {
        const int64_t size = std::max(bytes, pieceBytes);
        m_piece.reset();
        m_size = m_used = 0;
        m_piece = {static_cast<std::byte*>(backend.allocate(size)),
            [&backend, size](std::byte* memory) { backend.release(memory, size); }};
        m_pieceOf = &backend;
        m_size = size;
    }
    view.bytes = m_piece.get() + m_used;
    m_used += bytes;
    return view;
}

void layOut(Backend& backend, Weight& weight)
{
    const TensorView stored = weight.view();
    const DType type = layoutFor(backend, stored, Fidelity::Kept);
    if (type == stored.dtype)
        return;
    Tensor laidOut(backend, type, stored.rows, stored.columns);
    fill(backend, laidOut, stored, nullptr);
    weight = Weight(std::move(laidOut));
}

} // namespace engine
