#pragma once

#include "engine/layers/step.h"
#include "engine/models/model.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>

namespace engine {

/// Everything that is sent to the device in a pass and that it does not read from memory. Passes
/// for which it is the same can use the same recording.
struct RecordedForm {
    PassForm pass;
    TopLogits top; ///< without temperatures, which the device reads from memory
    bool weighs = false; ///< whether there are temperatures, so that weights are summed
    int64_t cache = 0; ///< PagedCache::serial() of the cache
    bool isLong = false; ///< whether the sequences take the long factors of LongRope

    auto operator<=>(const RecordedForm&) const = default;
};

/// Recordings of small passes. A pass is hundreds of operations, and a GPU computes each of them
/// faster than the host can start it; a recording is started as a whole. Belongs to the thread of
/// its device.
class PassRecordings {
public:
    static constexpr int64_t maxRows = 32; ///< larger passes are not recorded

    /// A form that can serve many similar passes: rows and pages are rounded up to powers of two.
    static PassForm roundedUp(const PassForm& form);
    static TopLogits roundedUp(const TopLogits& top);

    /// Does `work`, which calls operations of the step's device on memory of the step. Uses the
    /// recording of this form if there is one. Throws what the operations throw.
    void run(Step& step, const RecordedForm& form, const std::function<void()>& work);

    /// Must be called when the operations of a pass change.
    void clear() { m_recordings.clear(); }

private:
    std::map<RecordedForm, std::unique_ptr<kernels::Recording>> m_recordings; // null: impossible
    int64_t m_moves = 0; // of the step's memory, when they were made
};

/// Throws Error{BadRequest}, with the numbers, if the entry contains an id that is neither in the
/// vocabulary nor a row of its images, or an image whose rows do not have `hidden` numbers or are
/// along other axes than the model's positions. And what checkReach() throws.
void checkEntry(const BatchEntry& entry, const ModelConfig& config);

/// Throws Error{Unsupported}, with the numbers, if sequences of this model cannot hold so many
/// tokens: beyond the trained context, dynamic NTK scaling turns all tokens again with each new
/// one.
void checkReach(const ModelConfig& config, int64_t tokens);

} // namespace engine
