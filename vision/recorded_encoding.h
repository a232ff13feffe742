#pragma once

#include "engine/layers/step.h"
#include "kernels/backend.h"
#include "vision/patches.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace vision {

/// What images become: rows of the prompt, and what the first layers of the decoder add to them.
struct TowerRows {
    /// Some of the rows of each.
    struct Views {
        kernels::TensorView rows;
        std::vector<kernels::TensorView> deepRows;
    };

    kernels::Tensor rows;
    std::vector<kernels::Tensor> deepRows;

    Views range(int64_t first, int64_t count) const;
};

/// The work of a tower for images of these grids as a device recorded it, with the memory that the
/// recording refers to. Everything that is uploaded for the work depends on the grids alone, except
/// the numbers of the patches.
struct RecordedEncoding {
    std::vector<PatchGrid> grids;
    engine::Step step;
    TowerRows rows; ///< receive the result of a replay
    std::unique_ptr<kernels::Recording> recording = nullptr; ///< is destroyed before the memory
};

/// The newest recordings of a tower. Recording takes longer than encoding once, so grids are recorded
/// when they occur twice in succession: frames of a video, pages of a document, tiles of equal
/// images.
class RecordedEncodings {
public:
    /// Returns null if grids were not recorded.
    RecordedEncoding* find(const std::vector<PatchGrid>& grids) const;

    /// Whether the last call had the same grids, and recording has not been disabled.
    bool areWorthRecording(const std::vector<PatchGrid>& grids);

    /// Adds a recording and drops the oldest one if there are too many.
    RecordedEncoding* add(std::unique_ptr<RecordedEncoding> recorded);

    bool isEmpty() const { return m_recorded.empty(); }
    void clear() { m_recorded.clear(); } ///< releases all memory

    /// Nothing will be recorded from now on: the device cannot record the work, or memory is short.
    void disable();

private:
    static constexpr size_t maxRecordings = 2;

    std::vector<std::unique_ptr<RecordedEncoding>> m_recorded; // the oldest first
    std::vector<PatchGrid> m_lastGrids;
    bool m_isDisabled = false;
};

} // namespace vision
