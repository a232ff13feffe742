#pragma once

#include "engine/config/model_config.h"
#include "engine/convert/vocabulary.h"

namespace engine {

/// Sets the keys tokenizer.*: the vocabulary, the ids of special tokens, what is added to a prompt,
/// and the chat template (from chat_template.jinja, chat_template.json or tokenizer_config.json).
void setTokenizerMetadata(
    GgufWriter& writer, const ModelConfig& config, const std::filesystem::path& folder);

} // namespace engine
