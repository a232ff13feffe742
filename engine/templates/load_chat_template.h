#pragma once

#include "engine/templates/chat_template.h"

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

namespace engine {

class GgufFile;
class Tokenizer;

/// A published format of conversations, for models whose files have no template of their own. Ours
/// says the same as the one of the family's makers, without what that tells the model of itself.
struct FamilyTemplate {
    std::string_view name; ///< of its file in engine/templates/families, without .jinja
    std::string_view title; ///< "Llama 3", to be shown to users
    /// Tokens by which a vocabulary shows that it was made for this format; empty if none do.
    std::initializer_list<std::string_view> marks;
    std::string_view source;
};

/// All of them; the first whose marks are all in a vocabulary is the one for it.
std::span<const FamilyTemplate> familyTemplates();

/// Returns the template for a model without one: that of the format for which its vocabulary was
/// made; else the one that its family names (`usual`, a name, or empty); else ChatML, which most
/// models understand.
ChatTemplateSource familyTemplateFor(const Tokenizer& tokenizer, std::string_view usual);

/// Returns the chat template in a GGUF file, or nothing if it has none.
std::optional<ChatTemplateSource> chatTemplateSource(const GgufFile& file);

/// Does the same for a folder in Hugging Face layout, whose template is in chat_template.jinja,
/// else in chat_template.json, else under "chat_template" in tokenizer_config.json. If there are
/// several, the usual one is called "default", the one for tools "tool_use"; the latter may also be
/// in the folder additional_chat_templates. A file that is damaged is named in the source's problem.
std::optional<ChatTemplateSource> chatTemplateSource(const std::filesystem::path& folder);

} // namespace engine
