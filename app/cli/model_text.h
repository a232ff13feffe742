#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <QString>

#include <memory>
#include <string>

namespace app {

/// What of a model deals with text. Weights are not placed anywhere, so this is quick for any size.
struct ModelText {
    std::shared_ptr<const engine::Tokenizer> tokenizer;
    std::string templateSource; ///< runtime::defaultChatTemplate if the model brings none
};

/// From a GGUF file, a Hugging Face folder or a tokenizer file; the built-in model for an empty
/// path.
ModelText openModelText(const QString& path);

/// How a token is written in a template; empty for −1.
std::string spelling(const engine::Tokenizer& tokenizer, engine::TokenId id);

} // namespace app
