#include "services/remote/server_kind.h"

#include <algorithm>

namespace services {

namespace {

using Continues = ServerKind::Continues;
using Details = ServerKind::Details;

constexpr const char* thinkingOfTemplates = "/chat_template_kwargs/enable_thinking";

constexpr ServerKind kinds[] = {
    {.owner = "vllm",
        .name = "vLLM",
        .continues = Continues::IfTold,
        .topK = "/top_k",
        .minP = "/min_p",
        .repetitionPenalty = "/repetition_penalty",
        .bannedPhrases = "/bad_words",
        .regex = "/structured_outputs/regex",
        .grammar = "/structured_outputs/grammar",
        .thinks = thinkingOfTemplates},
    {.owner = "sglang",
        .name = "SGLang",
        .continues = Continues::IfTold,
        .topK = "/top_k",
        .minP = "/min_p",
        .repetitionPenalty = "/repetition_penalty",
        .regex = "/regex",
        .grammar = "/ebnf",
        .thinks = thinkingOfTemplates},
    {.owner = "llamacpp",
        .name = "llama.cpp",
        .continues = Continues::ByItself,
        .mayRepeat = true,
        .details = Details::Props,
        .topK = "/top_k",
        .minP = "/min_p",
        .typical = "/typical_p",
        .repetitionPenalty = "/repeat_penalty",
        .dryMultiplier = "/dry_multiplier",
        .xtcProbability = "/xtc_probability",
        .xtcThreshold = "/xtc_threshold",
        .grammar = "/grammar",
        .thinks = thinkingOfTemplates},
    {.owner = "tabbyAPI",
        .name = "TabbyAPI",
        .details = Details::Model,
        .topK = "/top_k",
        .minP = "/min_p",
        .typical = "/typical",
        .repetitionPenalty = "/repetition_penalty",
        .dryMultiplier = "/dry_multiplier",
        .xtcProbability = "/xtc_probability",
        .xtcThreshold = "/xtc_threshold",
        .bannedPhrases = "/banned_strings",
        .regex = "/regex_pattern",
        .grammar = "/grammar_string",
        .thinks = "/template_vars/enable_thinking"},
    {.owner = "library", .name = "Ollama", .details = Details::Show},
    {.owner = "vignette",
        .name = "Vignette",
        .continues = Continues::ByItself,
        .isOurs = true,
        .topK = "/top_k",
        .minP = "/min_p",
        .repetitionPenalty = "/repetition_penalty",
        .thinks = thinkingOfTemplates},
};

// Fields that a server does not know are an error at some and nothing at others.
constexpr ServerKind another{.owner = "",
    .name = "",
    .topK = "/top_k",
    .minP = "/min_p",
    .repetitionPenalty = "/repetition_penalty"};

} // namespace

const ServerKind& serverKind(std::string_view owner)
{
    const auto kind = std::ranges::find(kinds, owner, &ServerKind::owner);
    return kind == std::ranges::end(kinds) ? another : *kind;
}

} // namespace services
