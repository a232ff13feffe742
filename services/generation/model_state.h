#pragma once

#include "services/generation/model_summary.h"

#include "runtime/model_state.h"

namespace services {

/// The state of a model of the pool, in the language of the window.
struct ModelState {
    using Stage = runtime::ModelState::Stage;

    Stage stage = Stage::Unloaded;
    double share = 0; ///< of the loading, 0 … 1
    ModelSummary summary = {}; ///< if it is ready
    QString sentence = {}; ///< if it failed: why; while it is loading: what it waits for
};

ModelState modelStateOf(const runtime::ModelState& state);

} // namespace services
