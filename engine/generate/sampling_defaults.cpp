#include "engine/generate/sampling_defaults.h"

#include "engine/tokenizers/tokenizer.h"

#include <string>
#include <string_view>

namespace engine {

namespace {

constexpr std::string_view breakers = ".,!?<>[](){}\n\t\"";

bool lacksBreakers(const SamplerSettings& settings)
{
    return settings.dryMultiplier > 0 && !settings.dryBreakers;
}

bool lacksProtected(const SamplerSettings& settings)
{
    return settings.xtcProbability > 0 && !settings.xtcProtected;
}

} // namespace

SamplingDefaults samplingDefaultsOf(const Tokenizer& tokenizer)
{
    SamplingDefaults defaults;
    for (TokenId id = 0; id < tokenizer.vocabularySize(); ++id) {
        const bool isSpecial = tokenizer.isSpecial(id);
        const std::string text = tokenizer.bytes(id);
        if (isSpecial || text.find_first_of(breakers) != std::string::npos)
            defaults.dryBreakers.push_back(id);
        if (isSpecial || text.find('\n') != std::string::npos)
            defaults.xtcProtected.push_back(id);
    }
    return defaults;
}

bool needsDefaults(const SamplerSettings& settings)
{
    return lacksBreakers(settings) || lacksProtected(settings);
}

void takeDefaults(SamplerSettings& settings, const SamplingDefaults& defaults)
{
    if (lacksBreakers(settings))
        settings.dryBreakers = defaults.dryBreakers;
    if (lacksProtected(settings))
        settings.xtcProtected = defaults.xtcProtected;
}

} // namespace engine
