#include "runtime/prompt/count_tokens.h"

#include "vision/tiling.h"

#include "runtime/prompt/message_json.h"
#include "runtime/prompt/prompt_format.h"
#include "runtime/prompt/prompt_text.h"
#include <algorithm>

namespace runtime {

namespace {

using Specials = engine::Tokenizer::Specials;

// What stands for the pictures of a message in prompts, in their order.
std::vector<std::string> spellingsOf(const PromptFormat& format, const RequestMessage& message)
{
    std::vector<std::string> spellings;
    for (const Part& part : message.parts)
        if (const auto* picture = std::get_if<Pixels>(&part))
            spellings.push_back(
                vision::imagePromptOf(*format.vision, {(*picture)->width, (*picture)->height}));
    return spellings;
}

int64_t tokensOf(const PromptFormat& format, const std::string& text, Specials specials)
{
    return int64_t(format.tokenizer->encode(text, specials).size());
}

} // namespace

TokenCount countTokens(const PromptFormat& format, AnswerRequest request)
{
    if (!format.vision && !request.messages.empty()) {
        leaveOutPictures(request.messages);
        std::erase_if(request.messages.back().parts,
            [](const Part& part) { return std::holds_alternative<Pixels>(part); });
    }
    TokenCount count;
    std::vector<std::string> spellings;
    for (const RequestMessage& message : request.messages) {
        TokenCount::Part part{message.role};
        part.textTokens = tokensOf(format, wordsOf(message), Specials::AsText);
        for (std::string& spelling : spellingsOf(format, message)) {
            part.pictureTokens += tokensOf(format, spelling, Specials::Parse);
            spellings.push_back(std::move(spelling));
        }
        count.parts.push_back(part);
    }
    const engine::RenderedPrompt prompt = renderRequest(format, request, spellings);
    count.tokens = int64_t(engine::withBoundariesOnce(
        *format.tokenizer, format.tokenizer->encode(prompt.text, prompt.plain))
                               .size());
    int64_t rest = count.tokens;
    for (const TokenCount::Part& part : count.parts)
        rest -= part.textTokens + part.pictureTokens;
    count.parts.push_back({{}, std::max<int64_t>(rest, 0), 0});
    return count;
}

} // namespace runtime
