#include "runtime/answer_settings.h"

#include <tuple>

namespace runtime {

namespace {

// All settings, so that none is forgotten where they are laid over each other.
auto fieldsOf(auto& settings)
{
    return std::tie(settings.maxTokens, settings.temperature, settings.topK, settings.topP,
        settings.minP, settings.typical, settings.repetitionPenalty, settings.presencePenalty,
        settings.frequencyPenalty, settings.dryMultiplier, settings.xtcProbability,
        settings.xtcThreshold, settings.seed, settings.stopStrings, settings.bannedPhrases,
        settings.negativePrompt, settings.guidance, settings.continuesWords, settings.thinks,
        settings.schema, settings.regex, settings.grammar);
}

void cover(AnswerSettings& below, const AnswerSettings& above)
{
    const auto coverField = [](auto& field, const auto& other) {
        if (other)
            field = other;
    };
    auto fields = fieldsOf(below);
    const auto others = fieldsOf(above);
    [&]<size_t... i>(std::index_sequence<i...>)
    {
        (coverField(std::get<i>(fields), std::get<i>(others)), ...);
    }
    (std::make_index_sequence<std::tuple_size_v<decltype(others)>>());
}

} // namespace

const AnswerSettings& usualSettings()
{
    static const AnswerSettings usual{.maxTokens = 1024,
        .temperature = 0.0f,
        .topK = 0,
        .topP = 1.0f,
        .minP = 0.0f,
        .typical = 1.0f,
        .repetitionPenalty = 1.0f,
        .presencePenalty = 0.0f,
        .frequencyPenalty = 0.0f,
        .dryMultiplier = 0.0f,
        .xtcProbability = 0.0f,
        .xtcThreshold = 0.1f,
        .stopStrings = std::vector<std::string>(),
        .bannedPhrases = std::vector<std::string>(),
        .negativePrompt = std::string(),
        .guidance = 1.5f,
        .continuesWords = false,
        .schema = std::string(),
        .regex = std::string(),
        .grammar = std::string()};
    return usual;
}

AnswerSettings layered(std::initializer_list<AnswerSettings> layers)
{
    AnswerSettings result;
    for (const AnswerSettings& layer : layers)
        cover(result, layer);
    return result;
}

AnswerSettings completed(const AnswerSettings& settings)
{
    return layered({usualSettings(), settings});
}

engine::SamplerSettings samplerSettings(const AnswerSettings& settings)
{
    const AnswerSettings all = completed(settings);
    return {.temperature = *all.temperature,
        .topK = *all.topK,
        .topP = *all.topP,
        .minP = *all.minP,
        .repetitionPenalty = *all.repetitionPenalty,
        .presencePenalty = *all.presencePenalty,
        .frequencyPenalty = *all.frequencyPenalty,
        .dryMultiplier = *all.dryMultiplier,
        .typical = *all.typical,
        .xtcProbability = *all.xtcProbability,
        .xtcThreshold = *all.xtcThreshold};
}

} // namespace runtime
