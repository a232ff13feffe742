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

/// Everything that a device is told in a pass but does not read in its memory: passes of which it
/// is the same are served by one recording.
struct RecordedForm {
    PassForm pass;
    TopLogits top; ///< with no temperature: where there are any, the device reads them
    bool weighs = false; ///< … and sums up weights
    int64_t cache = 0; ///< PagedCache::serial()

    auto operator<=>(const RecordedForm&) const = default;
};

/// What a device was told in small passes, to be told again in one word: hundreds of operations a
/// pass, of which a card does each faster than it is told. Belongs to the thread of its device.
class PassRecordings {
public:
    static constexpr int64_t mostRows = 32; ///< larger passes are not worth it

    /// A form that serves many passes like this one: rows and pages are rounded up to powers of
    /// two.
    static PassForm roundedUp(const PassForm& form);
    static TopLogits roundedUp(const TopLogits& top);

    /// Does `work`, which calls operations of the step's device on memory of the step, by its
    /// recording if there is one for the form. Throws what the operations throw.
    void run(Step& step, const RecordedForm& form, const std::function<void()>& work);

    /// For when the operations themselves are no longer the same.
    void clear() { m_recordings.clear(); }

private:
    std::map<RecordedForm, std::unique_ptr<kernels::Recording>> m_recordings; // null: impossible
    int64_t m_moves = 0; // of the step's memory, when they were made
};

} // namespace engine
