#pragma once

#include "engine/layers/layout_file.h"
#include "engine/layers/weights.h"
#include "kernels/backend.h"

#include <cstdint>
#include <memory>

namespace engine {

/// Brings the weights of one model, one after the other, into the layouts that their devices
/// multiply with best, see Backend::productType(). They come to be in memory that several have
/// together, or in a file that an earlier load left. Belongs to the thread of the devices, which
/// must outlive the weights.
class WeightLayouts {
public:
    /// `weights` must outlive the object. What it holds of a weight that was laid out is not kept
    /// in memory as well. `layers` are those of the model, see isMtpTensor().
    explicit WeightLayouts(const WeightFile& weights, std::unique_ptr<LayoutFile> kept = nullptr,
        int64_t layers = unknownLayers);

    /// True if the machine has memory for all weights. Otherwise experts, and plain numbers, which
    /// are not much slower there, are better left in the file: the system keeps the used parts in
    /// memory.
    bool fitMemory() const { return m_fitMemory; }

    /// Lays out a weight; its rows can no longer be read one by one then. Returns false if it is in
    /// the layout of its device already or is better left in the file. Throws Error{OutOfMemory}.
    bool layOut(kernels::Backend& backend, Weight& weight,
        kernels::Fidelity fidelity = kernels::Fidelity::Kept);

    /// Must be called after the last weight: keeps the layouts for later loads, if that is wanted.
    void finish();

    /// Must be called after weights were read and before anybody relies on what was computed with
    /// them. Throws Error{BadFile} if the file of an earlier load became unreadable meanwhile.
    void requireWhole() const;

private:
    kernels::TensorView take(
        kernels::Backend& backend, kernels::DType type, int64_t rows, int64_t columns);
    void prepare(kernels::Backend& backend);

    const WeightFile& m_weights;
    const bool m_fitMemory;
    std::unique_ptr<LayoutFile> m_kept;
    std::shared_ptr<std::byte> m_piece; // where the next weight comes to be
    kernels::Backend* m_pieceOf = nullptr;
    int64_t m_used = 0, m_prepared = 0, m_size = 0; // bytes of the piece
};

/// Lays out a single weight that is no part of a file.
void layOut(kernels::Backend& backend, Weight& weight);

} // namespace engine
