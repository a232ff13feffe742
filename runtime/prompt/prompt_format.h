#pragma once

#include "engine/templates/chat_template.h"
#include "engine/tokenizers/tokenizer.h"
#include "runtime/model_state.h"
#include "vision/towers/vision_config.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace runtime {

struct ToolCallFormat;

/// What makes prompts of messages for one model. Never changes, so any thread may use it, also
/// while the model computes and after it is gone.
struct PromptFormat {
    std::shared_ptr<const engine::Tokenizer> tokenizer;
    std::shared_ptr<const engine::ChatTemplate> chatTemplate;
    std::optional<vision::VisionConfig> vision; ///< nothing: the model cannot see

    /// True if texts that were read in images are in prompts. A model that knows drawings only was
    /// not trained with any.
    bool hasPictureTexts = true;
    /// How the model calls tools; null: its template does not tell it of any.
    const ToolCallFormat* toolCalls = nullptr;

    ReasoningChoices reasoning = {}; ///< what its template follows

    /// True if a prompt gets what the tokenizer puts around a text, unless it begins with the token
    /// for the beginning already; otherwise the template has written all there is.
    bool addsBoundaries = true;
    bool repeatsBeginning = false; ///< see vision::TowerFamily

    /// The placeholder of one row of an image: in the text of a prompt and, as `imageToken`, among
    /// its ids (−1: the vocabulary has no such token). Empty if the model cannot see.
    std::string imageTokenText = {};
    engine::TokenId imageToken = -1;

    /// What templates write in place of an image. The model must see.
    const std::string& placeholder() const { return vision->placeholderText(); }

    /// The ids of a rendered text as those of a whole prompt.
    engine::TokenIds wholePrompt(engine::TokenIds ids) const
    {
        if (!addsBoundaries)
            return ids;
        return repeatsBeginning ? tokenizer->withBoundaries(std::move(ids))
                                : engine::withBoundariesOnce(*tokenizer, std::move(ids));
    }
};

using PromptFormatPtr = std::shared_ptr<const PromptFormat>;

} // namespace runtime
