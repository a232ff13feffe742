#pragma once

#include "services/generation/answer_settings.h"
#include "services/models/load_options.h"
#include "services/models/model_id.h"

#include <optional>

namespace services {

class Settings;

/// What the user has set for one model. A value. What is not set here is as on the settings page.
struct ModelDefaults {
    std::optional<int> contextTokens = {}; ///< see LoadOptions
    std::optional<QString> device = {}; ///< see LoadOptions
    /// How it answers in conversations that have not set anything of their own.
    std::optional<AnswerSettings> generation = {};

    bool operator==(const ModelDefaults&) const = default;
};

/// What the settings keep for this model. What they hold in a wrong form counts as not set.
ModelDefaults modelDefaults(const Settings& settings, const ModelId& model);
void setModelDefaults(Settings& settings, const ModelId& model, const ModelDefaults& defaults);

/// Puts context and device in place of those in the options.
void applyDefaults(const ModelDefaults& defaults, LoadOptions& options);

/// How a model answers where a conversation sets nothing: what is set for this model, over what is
/// set on the settings page. All settings are present but, perhaps, the seed.
AnswerSettings usualAnswerSettings(const Settings& settings, const ModelId& model);

} // namespace services
