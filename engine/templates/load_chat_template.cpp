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

// A template, or several as [{"name", "template"}, …].
std::optional<std::string> sourceIn(const nlohmann::json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    if (!value.is_array())
        return std::nullopt;
    for (const auto& named : value) {
        const bool isDefault
            = named.is_object() && named.value("name", nlohmann::json()) == "default";
        if (isDefault && named.contains("template"))
            return sourceIn(named["template"]);
    }
    return std::nullopt;
}

std::optional<std::string> sourceInFile(const fs::path& path)
{
    if (!fs::exists(path))
        return std::nullopt;
    const nlohmann::json file = readJsonFile(path);
    return file.is_object() && file.contains("chat_template") ? sourceIn(file["chat_template"])
                                                              : std::nullopt;
}

} // namespace

std::optional<std::string> chatTemplateSource(const GgufFile& file)
{
    const auto source = file.metadata().string("tokenizer.chat_template");
    return source ? std::optional<std::string>(*source) : std::nullopt;
}

std::optional<std::string> chatTemplateSource(const fs::path& folder)
{
    if (fs::exists(folder / "chat_template.jinja"))
        return readText(folder / "chat_template.jinja");
    if (auto source = sourceInFile(folder / "chat_template.json"))
        return source;
    return sourceInFile(folder / "tokenizer_config.json");
}

} // namespace engine
