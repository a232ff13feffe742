#include "engine/templates/load_chat_template.h"

#include "engine/files/gguf_file.h"
#include "engine/files/json_text.h"
#include "kernels/error.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace engine {

namespace fs = std::filesystem;

namespace {

constexpr uintmax_t mostBytes = 1 << 20; // of a template; real ones have some kilobytes

std::string readText(const fs::path& path)
{
    std::error_code failed;
    const uintmax_t bytes = fs::file_size(path, failed);
    if (failed || bytes > mostBytes) {
        throw kernels::Error(kernels::ErrorKind::BadFile,
            path.string() + " should be a chat template of at most 1 MiB");
    }
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Of [{"name", "template"}, …], the one with that name; empty if there is none.
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
{
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
}

} // namespace engine
