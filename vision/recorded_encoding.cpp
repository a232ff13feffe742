#include "vision/recorded_encoding.h"

#include <algorithm>
#include <utility>

namespace vision {

TowerRows::Views TowerRows::range(int64_t first, int64_t count) const
{
    Views views{rows.view().rowRange(first, count), {}};
    for (const kernels::Tensor& deep : deepRows)
        views.deepRows.push_back(deep.view().rowRange(first, count));
    return views;
}

RecordedEncoding* RecordedEncodings::find(const std::vector<PatchGrid>& grids) const
{
    const auto found = std::ranges::find_if(
        m_recorded, [&](const auto& recorded) { return recorded->grids == grids; });
    return found == m_recorded.end() ? nullptr : found->get();
}

bool RecordedEncodings::areWorthRecording(const std::vector<PatchGrid>& grids)
{
    return !m_isDisabled && std::exchange(m_lastGrids, grids) == grids;
}

RecordedEncoding* RecordedEncodings::add(std::unique_ptr<RecordedEncoding> recorded)
{
    if (m_recorded.size() == maxRecordings)
        m_recorded.erase(m_recorded.begin());
    return m_recorded.emplace_back(std::move(recorded)).get();
}

void RecordedEncodings::disable()
{
    m_isDisabled = true;
    clear();
}

} // namespace vision
