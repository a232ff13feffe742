#pragma once

#include "engine/templates/chat_template_source.h"

#include <filesystem>
#include <optional>

namespace engine {

class GgufFile;

/// Returns the chat template in a GGUF file, or nothing if it has none.
std::optional<ChatTemplateSource> chatTemplateSource(const GgufFile& file);

/// Does the same for a folder in Hugging Face layout, whose template is in chat_template.jinja,
/// else in chat_template.json, else under "chat_template" in tokenizer_config.json. If there are
/// several, the usual one is called "default", the one for tools "tool_use"; the latter may also be
/// in the folder additional_chat_templates. Throws Error{BadFile} naming a file that is damaged.
std::optional<ChatTemplateSource> chatTemplateSource(const std::filesystem::path& folder);

} // namespace engine
