#include "runtime/prompt/prompt_builder.h"

#include "engine/generate/picture_text.h"

#include "runtime/prompt/prompt_format.h"
#include "runtime/prompt/prompt_text.h"
#include <utility>

namespace runtime {

namespace {

Prompt plainPrompt(const PromptFormat& format, const PlainPrompt& given)
{
    if (const auto* ids = std::get_if<engine::TokenIds>(&given))
        return {{}, *ids, {}};
    const std::string& text = std::get<std::string>(given);
    return {text, format.wholePrompt(format.tokenizer->encode(text)), {}};
}

} // namespace

Prompt buildPrompt(const PromptFormat& format, const AnswerRequest& request,
    std::vector<engine::ImageEmbeddingPtr> images)
{
    if (request.plainPrompt)
        return plainPrompt(format, *request.plainPrompt);
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
