#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace engine {

class GgufFile;

/// Returns the source of the chat template in a GGUF file, or nothing if it has none.
std::optional<std::string> chatTemplateSource(const GgufFile& file);

/// Does the same for a folder in Hugging Face layout, whose template is in chat_template.jinja,
/// else in chat_template.json, else under "chat_template" in tokenizer_config.json; if there are
/// several, the one named "default". Throws Error{BadFile} naming a file that is damaged.
std::optional<std::string> chatTemplateSource(const std::filesystem::path& folder);

} // namespace engine
