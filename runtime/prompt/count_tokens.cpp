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

constexpr size_t chunkBytes = 64 << 10;
constexpr int64_t usualTokenBytes = 8; // at most: a text of shorter tokens is encoded once

// What stands for the pictures of a message in prompts, in their order.
std::vector<std::string> spellingsOf(const PromptFormat& format, const RequestMessage& message)
{
    std::vector<std::string> spellings;
    for (const Part& part : message.parts)
        if (const auto* picture = std::get_if<Pixels>(&part); picture && format.vision)
            spellings.push_back(vision::picturePromptOf(*format.vision, **picture));
    return spellings;
}

size_t endOfChunk(std::string_view text, size_t begin)
{
    size_t end = std::min(begin + chunkBytes, text.size());
    while (end < text.size() && (text[end] & 0xC0) == 0x80) // in the middle of a character
        ++end;
    return end;
}

// The tokens of a text that surely has more than the context, estimated by its beginning; nothing
// for other texts. Chunks are encoded apart, so that tokens across their borders, unknown characters
// or blanks count a little differently than in the whole: only with twice the context it is sure.
std::optional<int64_t> tokensIfTooMany(
    const PromptFormat& format, std::string_view text, Specials specials, const CountLimits& limits)
{
    const int64_t most = 2 * limits.contextTokens;
    if (text.size() <= std::max(chunkBytes, size_t(usualTokenBytes * limits.contextTokens)))
        return std::nullopt;
    int64_t tokens = 0;
    for (size_t done = 0; done < text.size();) {
        if (limits.isCancelled && limits.isCancelled())
            throw CountCancelled();
        const size_t end = endOfChunk(text, done);
        tokens += int64_t(format.tokenizer->encode(text.substr(done, end - done), specials).size());
        done = end;
        if (tokens > most)
            return int64_t(double(tokens) * double(text.size()) / double(done));
    }
    return std::nullopt;
}

int64_t tokensOf(const PromptFormat& format, const std::string& text, Specials specials,
    const CountLimits& limits)
{
    if (const auto tokens = tokensIfTooMany(format, text, specials, limits))
        return *tokens;
    return int64_t(format.tokenizer->encode(text, specials).size());
}

int64_t tokensOf(
    const PromptFormat& format, const AnswerRequest& request, const CountLimits& limits)
{
    if (const auto* text = std::get_if<std::string>(&*request.plainPrompt))
        if (const auto tokens = tokensIfTooMany(format, *text, Specials::Parse, limits))
            return *tokens;
    return int64_t(buildPrompt(format, request, {}).ids.size());
}

int64_t tokensOf(
    const PromptFormat& format, const engine::RenderedPrompt& prompt, const CountLimits& limits)
{
    if (const auto tokens = tokensIfTooMany(format, prompt.text, Specials::Parse, limits))
        return *tokens;
    return int64_t(format.wholePrompt(format.tokenizer->encode(prompt.text, prompt.plain)).size());
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

TokenCount::Part countMessage(
    const PromptFormat& format, const RequestMessage& message, const CountLimits& limits)
{
    if (limits.isCancelled && limits.isCancelled())
        throw CountCancelled();
    TokenCount::Part part{message.role};
    part.textTokens = tokensOf(format, wordsOf(message), Specials::AsText, limits);
    for (const std::string& spelling : spellingsOf(format, message))
        part.pictureTokens += tokensOf(format, spelling, Specials::Parse, limits);
    return part;
}

TokenCount countTokens(const PromptFormat& format, AnswerRequest request, const CountLimits& limits)
{
    TokenCount count{.contextTokens = contextFor(request, limits.contextTokens)};
    if (request.plainPrompt) {
        count.tokens = tokensOf(format, request, limits);
        count.parts.push_back({{}, count.tokens, 0});
        return count;
    }
    for (const RequestMessage& message : request.messages)
        count.parts.push_back({message.role});
    const std::vector<bool> isRead = keepWhatIsRead(format, limits, request);
    if (!format.vision && !request.messages.empty())
        removePictures(request.messages.back());
    std::vector<std::string> spellings;
    auto message = request.messages.begin();
    for (size_t each = 0; each < count.parts.size(); ++each) {
        count.parts[each].isRead = isRead[each];
        if (!isRead[each])
            continue;
        count.parts[each] = countMessage(format, *message, limits);
        count.tokens += count.parts[each].textTokens + count.parts[each].pictureTokens;
        std::ranges::move(spellingsOf(format, *message), std::back_inserter(spellings));
        ++message;
    }
    if (count.tokens <= 2 * limits.contextTokens)
        count.tokens = tokensOf(format, renderRequest(format, request, spellings), limits);
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
