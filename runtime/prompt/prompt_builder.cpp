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
    Prompt prompt;
    prompt.ids = format.wholePrompt(engine::encode(*format.tokenizer, text));
    prompt.text = std::move(text.prompt.text);
    prompt.images = std::move(images);
    return prompt;
}

} // namespace runtime
