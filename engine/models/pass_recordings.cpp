#include "engine/models/pass_recordings.h"

#include <algorithm>
#include <bit>

namespace engine {

namespace {

constexpr size_t mostRecordings = 64;
constexpr int64_t fewestPages = 8; // 2,048 tokens
constexpr int64_t topCounts[] = {1, 64, kernels::Ops::mostHighest};

int64_t powerOfTwo(int64_t number)
{
    return int64_t(std::bit_ceil(uint64_t(number)));
}

} // namespace

PassForm PassRecordings::roundedUp(const PassForm& form)
{
    const int64_t rows = powerOfTwo(form.rows);
    return {rows, rows, std::max(fewestPages, powerOfTwo(form.tablePages))};
}

TopLogits PassRecordings::roundedUp(const TopLogits& top)
{
    if (top.count == 0)
        return {};
    CHECK(top.count <= kernels::Ops::mostHighest);
    return {.count = *std::ranges::lower_bound(topCounts, top.count), .among = top.among};
}

void PassRecordings::run(Step& step, const RecordedForm& form, const std::function<void()>& work)
{
    if (step.numMoves() != m_moves)
        clear();
    m_moves = step.numMoves();
    if (const auto found = m_recordings.find(form); found != m_recordings.end())
        return found->second ? found->second->replay() : work();

    // Caches that were made before this one are hardly used again.
    std::erase_if(m_recordings, [&](const auto& one) { return one.first.cache < form.cache; });
    if (m_recordings.size() >= mostRecordings)
        clear();
    auto recording = step.backend().record(work);
    if (step.numMoves() != m_moves) // the others were of memory that is no longer there
        clear();
    m_moves = step.numMoves();
    m_recordings.emplace(form, std::move(recording));
}

} // namespace engine
