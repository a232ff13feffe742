#include "engine/templates/load_chat_template.h"

#include "base/error.h"
#include "engine/files/gguf_file.h"
#include "engine/files/json_text.h"
#include "engine/templates/family_template_sources.h" // made of the folder families by CMake
#include "engine/tokenizers/tokenizer.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace engine {

namespace {

namespace source = family_template_sources;

// If a vocabulary has the tokens of two formats, the first one counts.
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

namespace fs = std::filesystem;

namespace {

constexpr uintmax_t maxBytes = 1 << 20; // of a template; real ones have some kilobytes

std::string readText(const fs::path& path)
{
    std::error_code failed;
    const uintmax_t bytes = fs::file_size(path, failed);
    if (failed || bytes > maxBytes) {
        throw base::Error(base::ErrorKind::BadFile,
            path.string() + " should be a chat template of at most 1 MiB");
    }
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Returns the template with that name in [{"name", "template"}, …]; empty if there is none.
std::string templateNamed(const nlohmann::json& list, std::string_view name)
{
    for (const auto& each : list) {
        if (!each.is_object() || each.value("name", nlohmann::json()) != name)
            continue;
        const auto source = each.find("template");
        return source != each.end() && source->is_string() ? source->get<std::string>() : "";
    }
    return "";
}

// A template, or a list of them.
std::optional<ChatTemplateSource> sourceIn(const nlohmann::json& value)
{
    if (value.is_string())
        return ChatTemplateSource{.usual = value.get<std::string>()};
    if (!value.is_array())
        return std::nullopt;
    const std::string usual = templateNamed(value, "default");
    return usual.empty()
        ? std::nullopt
        : std::optional(ChatTemplateSource{usual, templateNamed(value, "tool_use")});
}

std::optional<ChatTemplateSource> sourceInFile(const fs::path& path)
{
    if (!fs::exists(path))
        return std::nullopt;
    const nlohmann::json file = readJsonFile(path);
    return file.is_object() && file.contains("chat_template") ? sourceIn(file["chat_template"])
                                                              : std::nullopt;
}

} // namespace

std::optional<ChatTemplateSource> chatTemplateSource(const GgufFile& file)
{
    const auto usual = file.metadata().string("tokenizer.chat_template");
    if (!usual)
        return std::nullopt;
    const auto withTools = file.metadata().string("tokenizer.chat_template.tool_use");
    return ChatTemplateSource{std::string(*usual), std::string(withTools.value_or(""))};
}

std::optional<ChatTemplateSource> chatTemplateSource(const fs::path& folder)
try {
    if (fs::exists(folder / "chat_template.jinja")) {
        ChatTemplateSource source{readText(folder / "chat_template.jinja")};
        const fs::path withTools = folder / "additional_chat_templates" / "tool_use.jinja";
        if (fs::exists(withTools))
            source.withTools = readText(withTools);
        return source;
    }
    if (auto source = sourceInFile(folder / "chat_template.json"))
        return source;
    return sourceInFile(folder / "tokenizer_config.json");
} catch (const base::Error& error) {
    return ChatTemplateSource{.usual = {}, .problem = error.what()};
}

} // namespace engine
