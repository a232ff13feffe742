#pragma once

#include "engine/templates/chat_template.h"
#include "engine/tokenizers/tokenizer.h"
#include "vision/towers/vision_config.h"

#include <memory>
#include <optional>
#include <string>

namespace runtime {

/// What makes prompts of messages for one model. Immutable, so any thread may use it, also while
/// the model computes and after it has gone.
struct PromptFormat {
    std::shared_ptr<const engine::Tokenizer> tokenizer;
    std::shared_ptr<const engine::ChatTemplate> chatTemplate;
    std::optional<vision::VisionConfig> vision; ///< none: the model cannot see

    /// What stands for one row of a picture in a prompt: in its text, and (−1: the vocabulary has
    /// none) among its ids. Empty without vision.
    std::string imageTokenText = {};
    engine::TokenId imageToken = -1;
};

using PromptFormatPtr = std::shared_ptr<const PromptFormat>;

} // namespace runtime
