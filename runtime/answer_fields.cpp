#include "runtime/answer_fields.h"

#include "base/error.h"
#include "base/utf8.h"

#include <algorithm>

// The window translates these texts; the tool that collects them knows this name.
#define QT_TRANSLATE_NOOP(context, text) text

namespace runtime {

namespace {

using S = AnswerSettings;
using Sampler = engine::SamplerSettings;
using Number = FieldValue<float>;
using Integer = FieldValue<int>;
using Text = FieldValue<std::string>;
using TextList = std::vector<std::string>;
using Texts = FieldValue<TextList>;

// A field of the OpenAI API, which every server knows.
constexpr RemoteNames everywhere(const char* name)
{
    return {name, name, name, name, name, name, name};
}

// A field that every server but Ollama knows under the same name.
constexpr RemoteNames exceptOllama(const char* name)
{
    RemoteNames names = everywhere(name);
    names.ollama = nullptr;
    return names;
}

constexpr RemoteNames repetitionPenaltyNames()
{
    RemoteNames names = exceptOllama("/repetition_penalty");
    names.llamaCpp = "/repeat_penalty";
    return names;
}

constexpr RemoteNames forLlamaCppTabbyAndVignette(const char* name)
{
    return {.llamaCpp = name, .tabby = name, .vignette = name};
}

constexpr const char* templateThinks = "/chat_template_kwargs/enable_thinking";

constexpr RemoteNames reasoningEffortNames()
{
    RemoteNames names = everywhere("/reasoning_effort");
    names.llamaCpp = "/chat_template_kwargs/reasoning_effort";
    names.tabby = "/template_vars/reasoning_effort";
    return names;
}

} // namespace

// clang-format off
std::span<const AnswerField> answerFields()
{
    // Built by the first call: other static objects use it before those of this file exist.
    static const AnswerField fields[] = {
        {.value = FieldValue<int64_t>{.member = &S::maxTokens, .standard = 1024, .min = 1, .max = 1 << 23},
            .key = "maxTokens",
            .flag = "max-tokens", .flagValue = "N", .flagHelp = "Max tokens of an answer.",
            .apiNames = {"max_output_tokens", "max_tokens", "max_completion_tokens"},
            .label = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Max answer length"),
            .help = QT_TRANSLATE_NOOP("ui::SamplerEditor", "You can continue a truncated answer."),
            .step = 128, .unit = QT_TRANSLATE_NOOP("ui::SamplerEditor", " tokens")},

        {.value = FieldValue<uint64_t>{.member = &S::seed, .max = UINT64_MAX},
            .key = "seed",
            .flag = "seed", .flagValue = "N", .flagHelp = "Random seed, for repeatable answers.",
            .apiNames = {"seed"}, .remote = everywhere("/seed")},

        {.value = Number{.member = &S::temperature, .standard = 0, .min = 0, .max = 5, .sampler = &Sampler::temperature},
            .key = "temperature",
            .flag = "temperature", .flagValue = "T", .flagHelp = "Temperature; 0: always the most likely token.",
            .apiNames = {"temperature"}, .remote = everywhere("/temperature"), .isAlwaysSent = true,
            .label = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Temperature"),
            .help = QT_TRANSLATE_NOOP("ui::SamplerEditor", "0 always picks the most likely token, so answers are repeatable; higher values are more varied."),
            .step = 0.1},

        {.value = Integer{.member = &S::topK, .standard = 0, .min = 0, .max = 1'000'000, .sampler = &Sampler::topK},
            .key = "topK",
            .flag = "top-k", .flagValue = "K", .flagHelp = "Sample from the K most likely tokens; 0: off.",
            .apiNames = {"top_k"}, .remote = exceptOllama("/top_k"), .remoteText = "top-k",
            .label = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Top k"),
            .help = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Considers only this many of the most likely tokens."),
            .offText = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Off")},

        {.value = Number{.member = &S::topP, .standard = 1, .min = 0, .max = 1, .sampler = &Sampler::topP},
            .key = "topP", .isOffAtZero = true,
            .flag = "top-p", .flagValue = "P", .flagHelp = "Sample from the most likely tokens whose probabilities add up to P.",
            .apiNames = {"top_p"}, .remote = everywhere("/top_p"),
            .label = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Top p"),
            .help = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Considers only the most likely tokens whose probabilities add up to this value; 1 turns it off."),
            .step = 0.05},

        {.value = Number{.member = &S::minP, .standard = 0, .min = 0, .max = 1, .sampler = &Sampler::minP},
            .key = "minP",
            .flag = "min-p", .flagValue = "P", .flagHelp = "Sample from tokens at least P times as likely as the most likely token.",
            .apiNames = {"min_p"}, .remote = exceptOllama("/min_p"), .remoteText = "min-p",
            .label = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Min p"),
            .help = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Drops tokens whose probability is below this fraction of the most likely token's."),
            .step = 0.01, .offText = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Off")},

        {.value = Number{.member = &S::typical, .standard = 1, .min = 0, .max = 1, .sampler = &Sampler::typical},
            .key = "typical", .isOffAtZero = true,
            .flag = "typical", .flagValue = "P", .flagHelp = "Prefer tokens that are about as surprising as expected; 1: off.",
            .apiNames = {"typical", "typical_p"},
            .remote = {.llamaCpp = "/typical_p", .tabby = "/typical", .vignette = "/typical_p"},
            .remoteText = QT_TRANSLATE_NOOP("services::ChatRequest", "typical sampling"),
            .label = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Typical p"),
            .help = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Prefers tokens that are about as surprising as expected; 1 turns it off."),
            .step = 0.05},

        {.value = Number{.member = &S::repetitionPenalty, .standard = 1, .min = 0.01f, .max = 10, .sampler = &Sampler::repetitionPenalty},
            .key = "repetitionPenalty",
            .flag = "repetition-penalty", .flagValue = "X", .flagHelp = "Above 1, tokens that were already used become less likely; 1: off.",
            .apiNames = {"repetition_penalty", "repeat_penalty"}, .remote = repetitionPenaltyNames(),
            .remoteText = QT_TRANSLATE_NOOP("services::ChatRequest", "repetition penalty"),
            .label = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Repetition penalty"),
            .help = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Above 1, tokens that were already used become less likely; 1 turns it off."),
            .step = 0.05},

        {.value = Number{.member = &S::presencePenalty, .standard = 0, .min = -10, .max = 10, .sampler = &Sampler::presencePenalty},
            .key = "presencePenalty",
            .flag = "presence-penalty", .flagValue = "X", .flagHelp = "Above 0, tokens that have occurred become less likely.",
            .apiNames = {"presence_penalty"}, .remote = everywhere("/presence_penalty"),
            .label = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Presence penalty"),
            .help = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Above 0, tokens that have occurred become less likely, which encourages new topics."),
            .step = 0.1},

        {.value = Number{.member = &S::frequencyPenalty, .standard = 0, .min = -10, .max = 10, .sampler = &Sampler::frequencyPenalty},
            .key = "frequencyPenalty",
            .flag = "frequency-penalty", .flagValue = "X", .flagHelp = "Above 0, tokens become less likely each time they occur.",
            .apiNames = {"frequency_penalty"}, .remote = everywhere("/frequency_penalty"),
            .label = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Frequency penalty"),
            .help = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Above 0, tokens become less likely each time they occur."),
            .step = 0.1},

        {.value = Number{.member = &S::dryMultiplier, .standard = 0, .min = 0, .max = 10, .sampler = &Sampler::dryMultiplier},
            .key = "dryMultiplier",
            .flag = "dry", .flagValue = "X", .flagHelp = "Penalize repeated token sequences (DRY); 0: off.",
            .apiNames = {"dry_multiplier"}, .remote = forLlamaCppTabbyAndVignette("/dry_multiplier"),
            .remoteText = "DRY",
            .label = QT_TRANSLATE_NOOP("ui::SamplerEditor", "DRY multiplier"),
            .help = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Above 0, tokens that would repeat a longer sequence become less likely."),
            .step = 0.1, .offText = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Off")},

        {.value = Number{.member = &S::xtcProbability, .standard = 0, .min = 0, .max = 1, .sampler = &Sampler::xtcProbability},
            .key = "xtcProbability",
            .flag = "xtc", .flagValue = "P",
            .flagHelp = "Probability of skipping the most likely tokens if there are other good candidates (XTC); 0: off.",
            .apiNames = {"xtc_probability"}, .remote = forLlamaCppTabbyAndVignette("/xtc_probability"),
            .remoteText = "XTC",
            .label = QT_TRANSLATE_NOOP("ui::SamplerEditor", "XTC probability"),
            .help = QT_TRANSLATE_NOOP("ui::SamplerEditor", "How often the most likely tokens are skipped in favor of other good candidates."),
            .step = 0.05, .offText = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Off")},

        {.value = Number{.member = &S::xtcThreshold, .standard = 0.1f, .min = 0, .max = 1, .sampler = &Sampler::xtcThreshold},
            .key = "xtcThreshold", .partOf = "xtcProbability",
            .flag = "xtc-threshold", .flagValue = "P", .flagHelp = "Tokens at or above this probability can be skipped (XTC).",
            .apiNames = {"xtc_threshold"}, .remote = forLlamaCppTabbyAndVignette("/xtc_threshold"),
            .label = QT_TRANSLATE_NOOP("ui::SamplerEditor", "XTC threshold"),
            .help = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Tokens at or above this probability can be skipped."),
            .step = 0.05},

        {.value = Texts{.member = &S::stopStrings, .standard = TextList()},
            .key = "stopStrings",
            .flag = "stop", .flagValue = "TEXT", .flagHelp = "Stop sequence: the answer ends before this text; repeatable.",
            .apiNames = {"stop", "stop_sequences"}, .remote = everywhere("/stop")},

        {.value = Texts{.member = &S::bannedPhrases, .standard = TextList()},
            .key = "bannedPhrases",
            .flag = "ban", .flagValue = "TEXT", .flagHelp = "Banned phrase; repeatable.",
            .apiNames = {"bad_words", "banned_strings"},
            .remote = {.vllm = "/bad_words", .tabby = "/banned_strings", .vignette = "/banned_strings"},
            .remoteText = QT_TRANSLATE_NOOP("services::ChatRequest", "banned phrases")},

        {.value = Text{.member = &S::negativePrompt, .standard = ""},
            .key = "negativePrompt",
            .flag = "negative-prompt", .flagValue = "TEXT",
            .flagHelp = "Negative prompt: steer the answer away from what the model would say with this prompt.",
            .remoteText = QT_TRANSLATE_NOOP("services::ChatRequest", "negative prompt")},

        {.value = Number{.member = &S::guidance, .standard = 1.5f, .min = 0, .max = 10},
            .key = "guidance", .partOf = "negativePrompt",
            .flag = "guidance", .flagValue = "X", .flagHelp = "Guidance scale of the negative prompt; 1: off.",
            .label = QT_TRANSLATE_NOOP("ui::SamplerEditor", "Guidance scale"),
            .help = QT_TRANSLATE_NOOP("ui::SamplerEditor", "How strongly answers are steered away from the negative prompt; 1 turns it off."),
            .step = 0.1},

        {.value = FieldValue<bool>{.member = &S::continuesWords, .standard = false}, .key = "continuesWords"},

        {.value = Text{.member = &S::schema, .standard = ""}, .key = "schema"},

        {.value = Text{.member = &S::regex, .standard = ""},
            .remote = {.vllm = "/structured_outputs/regex", .sglang = "/regex", .tabby = "/regex_pattern"},
            .remoteText = QT_TRANSLATE_NOOP("services::ChatRequest", "regular expression")},

        {.value = Text{.member = &S::grammar, .standard = ""},
            .remote = {.vllm = "/structured_outputs/grammar", .sglang = "/ebnf", .llamaCpp = "/grammar", .tabby = "/grammar_string"},
            .remoteText = QT_TRANSLATE_NOOP("services::ChatRequest", "grammar")},

        {.value = FieldValue<bool>{.member = &S::thinks},
            .key = "thinks",
            .flag = "thinking", .flagValue = "HOW",
            .flagHelp = "Reasoning: on or off, for models with optional reasoning. Default: model default",
            .remote = {.vllm = templateThinks, .sglang = templateThinks, .llamaCpp = templateThinks,
                .tabby = "/template_vars/enable_thinking", .vignette = templateThinks},
            .remoteText = QT_TRANSLATE_NOOP("services::ChatRequest", "reasoning")},

        {.value = Text{.member = &S::reasoningEffort, .standard = "", .choices = reasoningEfforts},
            .key = "reasoningEffort",
            .flag = "reasoning-effort", .flagValue = "LEVEL",
            .flagHelp = "Reasoning effort: none, minimal, low, medium, high, xhigh or max, for models that offer it.",
            .apiNames = {"reasoning_effort"}, .remote = reasoningEffortNames()},
    };
    return fields;
}
// clang-format on

const AnswerField& answerField(std::string_view key)
{
    const std::span<const AnswerField> all = answerFields();
    const auto field = std::ranges::find_if(
        all, [key](const AnswerField& each) { return each.key && each.key == key; });
    CHECK(field != all.end());
    return *field;
}

bool choosesTokens(const AnswerField& field)
{
    return std::visit([](const auto& value) { return value.sampler != nullptr; }, field.value);
}

bool changesAnswer(const AnswerField& field, const AnswerSettings& all)
{
    return std::visit(
        [&](const auto& value) {
            const auto& set = all.*value.member;
            const bool isOff
                = field.isOffAtZero && set == typename std::decay_t<decltype(value)>::Type();
            return set != value.standard && !isOff;
        },
        field.value);
}

std::string listChoices(const FieldValue<std::string>& field)
{
    std::string list;
    for (const std::string_view choice : field.choices) {
        if (!list.empty())
            list += choice == field.choices.back() ? " or " : ", ";
        list += choice;
    }
    return list;
}

template <typename Value>
bool limit(const FieldValue<Value>& field, Value& value)
{
    const Value before = value;
    if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>)
        value = std::clamp(value, field.min, field.max);
    if constexpr (std::is_same_v<Value, std::string>)
        if (!field.choices.empty()
            && std::ranges::find(field.choices, value) == field.choices.end())
            value.clear();
    if constexpr (std::is_same_v<Value, TextList>) {
        std::erase(value, "");
        value.resize(std::min(value.size(), maxTexts));
        for (std::string& text : value)
            text.resize(base::characterStart(text, std::min(text.size(), maxTextBytes)));
    }
    return value != before;
}

template bool limit(const FieldValue<float>&, float&);
template bool limit(const FieldValue<int>&, int&);
template bool limit(const FieldValue<int64_t>&, int64_t&);
template bool limit(const FieldValue<uint64_t>&, uint64_t&);
template bool limit(const FieldValue<bool>&, bool&);
template bool limit(const FieldValue<std::string>&, std::string&);
template bool limit(const FieldValue<TextList>&, TextList&);

const AnswerSettings& defaultSettings()
{
    static const AnswerSettings usual = [] {
        AnswerSettings settings;
        for (const AnswerField& field : answerFields())
            std::visit(
                [&](const auto& value) { settings.*value.member = value.standard; }, field.value);
        return settings;
    }();
    return usual;
}

AnswerSettings layered(std::initializer_list<AnswerSettings> layers)
{
    AnswerSettings result;
    const auto cover = [&](const auto& value, const AnswerSettings& layer) {
        if (layer.*value.member)
            result.*value.member = layer.*value.member;
    };
    for (const AnswerSettings& layer : layers)
        for (const AnswerField& field : answerFields())
            std::visit([&](const auto& value) { cover(value, layer); }, field.value);
    return result;
}

AnswerSettings completed(const AnswerSettings& settings)
{
    return layered({defaultSettings(), settings});
}

engine::SamplerSettings samplerSettings(const AnswerSettings& settings)
{
    const AnswerSettings all = completed(settings);
    engine::SamplerSettings sampler;
    for (const AnswerField& field : answerFields())
        std::visit(
            [&](const auto& value) {
                if (value.sampler)
                    sampler.*value.sampler = *(all.*value.member);
            },
            field.value);
    return sampler;
}

} // namespace runtime
