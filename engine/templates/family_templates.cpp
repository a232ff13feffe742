#include "engine/templates/family_templates.h"

#include "engine/templates/family_template_sources.h" // made of the folder families by CMake
#include "engine/tokenizers/tokenizer.h"

#include <algorithm>

namespace engine {

namespace {

namespace source = family_template_sources;

// Where a vocabulary has the marks of two, the first is the one for it.
const FamilyTemplate templates[] = {
    {"gpt_oss", "GPT-OSS", {"<|start|>", "<|channel|>"}, source::gpt_oss},
    {"deepseek", "DeepSeek", {"<｜User｜>"}, source::deepseek},
    {"internvl", "InternVL", {"<|im_start|>", "<IMG_CONTEXT>"}, source::internvl},
    {"qwen3", "Qwen 3", {"<|im_start|>", "<|vision_start|>", "<think>"}, source::qwen3},
    {"qwen2", "Qwen 2.5", {"<|im_start|>", "<|vision_start|>"}, source::qwen2},
    {"phi4", "Phi 4", {"<|im_sep|>"}, source::phi4},
    {"smolvlm", "SmolVLM", {"<end_of_utterance>"}, source::smolvlm},
    {"lfm2", "LFM 2", {"<|im_start|>", "<|tool_list_start|>"}, source::lfm2},
    {"smollm3", "SmolLM 3", {"<|im_start|>", "<think>"}, source::smollm3},
    {"llama3", "Llama 3", {"<|start_header_id|>"}, source::llama3},
    {"gemma4", "Gemma 4", {"<|turn>"}, source::gemma4},
    {"gemma", "Gemma", {"<start_of_turn>"}, source::gemma},
    {"granite", "Granite", {"<|start_of_role|>"}, source::granite},
    {"command_r", "Command-R", {"<|START_OF_TURN_TOKEN|>"}, source::command_r},
    {"glm4", "GLM 4", {"[gMASK]", "<|user|>"}, source::glm4},
    {"phi3", "Phi 3", {"<|user|>", "<|end|>"}, source::phi3},
    {"mistral_system", "Mistral Small", {"[SYSTEM_PROMPT]"}, source::mistral_system},
    {"mistral", "Mistral", {"[INST]"}, source::mistral},
    {"chatml", "ChatML", {"<|im_start|>"}, source::chatml},
    {"llama2", "Llama 2", {}, source::llama2},
    {"olmo2", "OLMo 2", {}, source::olmo2},
    {"starcoder2", "StarCoder 2", {}, source::starcoder2},
    {"vicuna", "Vicuna", {}, source::vicuna},
};

bool isMadeFor(const Tokenizer& tokenizer, const FamilyTemplate& format)
{
    const auto isThere = [&](std::string_view mark) { return tokenizer.find(mark) >= 0; };
    return format.marks.size() > 0 && std::ranges::all_of(format.marks, isThere);
}

} // namespace

std::span<const FamilyTemplate> familyTemplates()
{
    return templates;
}

ChatTemplateSource familyTemplateFor(const Tokenizer& tokenizer, std::string_view usual)
{
    const auto fits = [&](const FamilyTemplate& format) { return isMadeFor(tokenizer, format); };
    const FamilyTemplate* found = std::ranges::find_if(templates, fits);
    for (const std::string_view name : {usual, std::string_view("chatml")})
        if (found == std::end(templates))
            found = std::ranges::find(templates, name, &FamilyTemplate::name);
    return {.usual = std::string(found->source), .borrowedFrom = std::string(found->title)};
}

} // namespace engine
