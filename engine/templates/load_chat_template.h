#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace engine {

class GgufFile;

/// The source of the chat template a model brings along, or nothing.
std::optional<std::string> chatTemplateSource(const GgufFile& file);

/// From a folder in Hugging Face layout: chat_template.jinja, else chat_template.json, else
/// "chat_template" in tokenizer_config.json (of several, the one named "default"). Throws
/// Error{BadFile} naming a file that is damaged.
std::optional<std::string> chatTemplateSource(const std::filesystem::path& folder);

} // namespace engine
