#include "runtime/prompt/prompt_builder.h"

#include "engine/generate/picture_text.h"

#include "runtime/prompt/prompt_format.h"
#include "runtime/prompt/prompt_text.h"
#include <utility>

namespace runtime {

Prompt buildPrompt(const PromptFormat& format, const AnswerRequest& request,
    std::vector<engine::ImageEmbeddingPtr> images)
{
    std::vector<std::string> aliases;
    for (const auto& image : images)
        aliases.push_back(image->alias);
    engine::PictureText text
        = engine::spellPictures(renderRequest(format, request, aliases), images);
    const engine::Tokenizer& tokenizer = *format.tokenizer;
    Prompt prompt;
    prompt.ids = engine::withBoundariesOnce(tokenizer, engine::encode(tokenizer, text));
    prompt.text = std::move(text.prompt.text);
    prompt.images = std::move(images);
    return prompt;
}

} // namespace runtime
