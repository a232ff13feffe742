#pragma once

#include "engine/templates/chat_template.h"
#include "engine/tokenizers/tokenizer.h"

#include <QString>

#include <memory>
#include <string>

namespace app {

/// The parts of a model that deal with text. The weights are not loaded, so opening takes little
/// time for a model of any size.
struct ModelText {
    std::shared_ptr<const engine::Tokenizer> tokenizer;
    engine::ChatTemplateSource chatTemplate; ///< that of its family if the model has none
};

/// `path` is a GGUF file, a Hugging Face folder or a tokenizer file; empty: the built-in model.
ModelText openModelText(const QString& path);

/// How a token is spelled in a template; empty for −1.
std::string spelling(const engine::Tokenizer& tokenizer, engine::TokenId id);

} // namespace app
