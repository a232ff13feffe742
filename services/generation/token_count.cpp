#include "services/generation/token_count.h"

#include "services/generation/prompt_text.h"
#include "vision/tiling.h"

#include <algorithm>

namespace services {

namespace {

SpelledMessage spelled(const PromptFormat& format, const RequestMessage& message)
{
    SpelledMessage result{message.role.toStdString(), {}};
    for (const QImage& picture : message.pictures) {
        if (format.vision)
            result.parts.push_back(
                {vision::imagePromptOf(*format.vision, {picture.width(), picture.height()}), true});
    }
    if (!message.text.isEmpty() || result.parts.empty())
        result.parts.push_back({message.text.toStdString()});
    return result;
}

TokenCount::Part countPart(const PromptFormat& format, const SpelledMessage& message)
{
    using Specials = engine::Tokenizer::Specials;
    TokenCount::Part count;
    count.role = QString::fromStdString(message.role);
    for (const SpelledPart& part : message.parts) {
        const auto specials = part.isPicture ? Specials::Parse : Specials::AsText;
        const auto tokens = qint64(format.tokenizer->encode(part.text, specials).size());
        (part.isPicture ? count.pictureTokens : count.textTokens) += tokens;
    }
    return count;
}

} // namespace

TokenCount countTokens(const PromptFormat& format, AnswerRequest request)
{
    if (!format.vision)
        leaveOutPictures(request.messages);
    std::vector<SpelledMessage> messages;
    for (const RequestMessage& message : request.messages)
        messages.push_back(spelled(format, message));

    TokenCount count;
    for (const SpelledMessage& message : messages)
        count.parts << countPart(format, message);
    std::string beginning;
    if (messages.size() > 1 && messages.back().role == "assistant") {
        beginning = messages.back().parts.front().text;
        messages.pop_back();
    }
    const engine::RenderedPrompt prompt = renderMessages(format, messages, beginning);
    count.tokens = qint64(engine::withBoundariesOnce(
        *format.tokenizer, format.tokenizer->encode(prompt.text, prompt.plain))
                              .size());
    qint64 rest = count.tokens;
    for (const TokenCount::Part& part : count.parts)
        rest -= part.textTokens + part.pictureTokens;
    count.parts << TokenCount::Part{{}, std::max<qint64>(rest, 0), 0};
    return count;
}

} // namespace services
