#pragma once

#include "services/generation/model_summary.h"

#include "runtime/model_state.h"

namespace services {

/// Where a model of the pool stands, in the language of the window. A value.
struct ModelState {
    using Stage = runtime::ModelState::Stage;

    Stage stage = Stage::Unloaded;
    double share = 0; ///< of the loading that is done, 0 … 1
    ModelSummary summary = {}; ///< of one that is ready
    QString sentence = {}; ///< why it failed, or what its loading waits for
};

ModelState modelStateOf(const runtime::ModelState& state);

} // namespace services
