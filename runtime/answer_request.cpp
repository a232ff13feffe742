#include "runtime/answer_request.h"

#include <algorithm>
#include <tuple>
#include <utility>

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

namespace {

bool isPicture(const Part& part)
{
    return std::holds_alternative<Pixels>(part);
}

bool isPictureText(const Part& part)
{
    const auto* passage = std::get_if<Passage>(&part);
    return passage && passage->from == Passage::From::Picture;
}

// True if it says what is in each of its images.
bool isReadWhole(const RequestMessage& message)
{
    const auto pictures = std::ranges::count_if(message.parts, isPicture);
    return pictures > 0 && pictures == std::ranges::count_if(message.parts, isPictureText);
}

} // namespace

RequestMessage textMessage(Role role, std::string text)
{
    return {role, {std::move(text)}};
}

std::string textOf(const RequestMessage& message)
{
    std::string text;
    for (const Part& part : message.parts)
        if (const auto* words = std::get_if<std::string>(&part))
            text += *words;
    return text;
}

bool hasPictures(const RequestMessage& message)
{
    return std::ranges::any_of(message.parts, isPicture);
}

std::vector<Source> sourcesOf(const AnswerRequest& request)
{
    std::vector<Source> sources;
    for (const RequestMessage& message : request.messages)
        for (const Part& part : message.parts)
            if (const auto* passage = std::get_if<Passage>(&part);
                passage && std::ranges::find(sources, passage->source) == sources.end())
                sources.push_back(passage->source);
    return sources;
}

void removePictures(RequestMessage& message)
{
    std::erase_if(message.parts, isPicture);
}

std::vector<Passage> pictureTexts(const RequestMessage& message)
{
    std::vector<Passage> passages;
    for (const Part& part : message.parts)
        if (isPictureText(part))
            passages.push_back(std::get<Passage>(part));
    return passages;
}

void removePictureTexts(RequestMessage& message)
{
    std::erase_if(message.parts, isPictureText);
}

std::vector<bool> leaveOutPictures(std::vector<RequestMessage>& messages)
{
    std::vector<bool> stays(messages.size(), true);
    if (!messages.empty() && isReadWhole(messages.back()))
        removePictures(messages.back());
    for (auto message = ptrdiff_t(messages.size()) - 2; message >= 0; --message) {
        RequestMessage& said = messages[size_t(message)];
        if (std::erase_if(said.parts, isPicture) == 0)
            continue;
        const bool wasAnswered = messages[size_t(message) + 1].role != said.role;
        if (wasAnswered)
            continue;
        messages.erase(messages.begin() + message);
        stays[size_t(message)] = false;
    }
    return stays;
}

} // namespace runtime
