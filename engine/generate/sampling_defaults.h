#pragma once

#include "engine/sampling/sampler_settings.h"
#include "engine/tokenizers/token.h"

namespace engine {

class Tokenizer;

/// The tokens that stages of sampling take for settings that name none, as exllamav2 takes them
/// from its tokenizer. Ascending.
struct SamplingDefaults {
    /// Special tokens, and those in whose text is a line break, a tab or one of . , ! ? < > [ ] ( )
    /// { } and ".
    TokenIds dryBreakers;
    TokenIds xtcProtected; ///< special tokens, and those in whose text is a line break
};

SamplingDefaults samplingDefaultsOf(const Tokenizer& tokenizer);

/// Whether the settings use one of these lists and name none for it.
bool needsDefaults(const SamplerSettings& settings);
/// Gives the settings those lists.
void takeDefaults(SamplerSettings& settings, const SamplingDefaults& defaults);

} // namespace engine
