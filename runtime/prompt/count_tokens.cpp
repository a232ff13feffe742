#include "runtime/prompt/count_tokens.h"

#include "vision/film_frames.h"

#include "runtime/prompt/message_json.h"
#include "runtime/prompt/prompt_builder.h"
#include "runtime/prompt/prompt_format.h"
#include "runtime/prompt/prompt_text.h"
#include "runtime/prompt/read_messages.h"
#include <algorithm>
#include <iterator>

namespace runtime {

namespace {

using Specials = engine::Tokenizer::Specials;

// What stands for the pictures of a message in prompts, in their order.
std::vector<std::string> spellingsOf(const PromptFormat& format, const RequestMessage& message)
{
    std::vector<std::string> spellings;
    for (const Part& part : message.parts)
        if (const auto* picture = std::get_if<Pixels>(&part); picture && format.vision)
            spellings.push_back(vision::picturePromptOf(*format.vision, **picture));
    return spellings;
}

int64_t tokensOf(const PromptFormat& format, const std::string& text, Specials specials)
{
    return int64_t(format.tokenizer->encode(text, specials).size());
}

int64_t charactersOf(const std::string& text)
{
    return std::ranges::count_if(text, [](char byte) { return (byte & 0xC0) != 0x80; });
}

// All of the last message, or the part of it that leaves room for a short answer.
int64_t fittingCharacters(
    const TokenCount& count, const RequestMessage& last, const TokenCount::Part& part)
{
    const int64_t excess = count.tokens + leastAnswerTokens - count.contextTokens;
    const int64_t fitting = part.textTokens - std::max<int64_t>(excess, 0);
    if (fitting <= 0)
        return 0;
    return charactersOf(wordsOf(last)) * fitting / part.textTokens;
}

} // namespace

TokenCount::Part countMessage(const PromptFormat& format, const RequestMessage& message)
{
    TokenCount::Part part{message.role};
    part.textTokens = tokensOf(format, wordsOf(message), Specials::AsText);
    for (const std::string& spelling : spellingsOf(format, message))
        part.pictureTokens += tokensOf(format, spelling, Specials::Parse);
    return part;
}

TokenCount countTokens(const PromptFormat& format, AnswerRequest request, int64_t contextTokens)
{
    TokenCount count{.contextTokens = contextFor(request, contextTokens)};
    if (request.plainPrompt) {
        count.tokens = int64_t(buildPrompt(format, request, {}).ids.size());
        count.parts.push_back({{}, count.tokens, 0});
        return count;
    }
    for (const RequestMessage& message : request.messages)
        count.parts.push_back({message.role});
    const std::vector<bool> isRead = keepWhatIsRead(format, contextTokens, request);
    if (!format.vision && !request.messages.empty())
        removePictures(request.messages.back());
    std::vector<std::string> spellings;
    auto message = request.messages.begin();
    for (size_t each = 0; each < count.parts.size(); ++each) {
        count.parts[each].isRead = isRead[each];
        if (!isRead[each])
            continue;
        count.parts[each] = countMessage(format, *message);
        std::ranges::move(spellingsOf(format, *message), std::back_inserter(spellings));
        ++message;
    }
    const engine::RenderedPrompt prompt = renderRequest(format, request, spellings);
    count.tokens
        = int64_t(format.wholePrompt(format.tokenizer->encode(prompt.text, prompt.plain)).size());
    if (!request.messages.empty())
        count.fittingCharacters
            = fittingCharacters(count, request.messages.back(), count.parts.back());
    int64_t rest = count.tokens;
    for (const TokenCount::Part& part : count.parts)
        rest -= part.textTokens + part.pictureTokens;
    count.parts.push_back({{}, std::max<int64_t>(rest, 0), 0});
    return count;
}

} // namespace runtime
