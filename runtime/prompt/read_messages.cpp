#include "runtime/prompt/read_messages.h"

#include "engine/templates/rendered_text.h"
#include "kernels/error.h"

#include "runtime/prompt/context_window.h"
#include "runtime/prompt/meant_message.h"
#include "runtime/prompt/message_json.h"
#include "runtime/prompt/prompt_format.h"
#include "runtime/prompt/prompt_text.h"
#include <algorithm>

namespace runtime {

namespace {

constexpr int64_t mostOverhead = 64; // tokens that no format adds to a message

// What the format adds to a message, on average: the same for every conversation. A template that
// refuses such a conversation says so when it is given the real one.
int64_t overheadOf(const PromptFormat& format, const CountLimits& limits)
try {
    AnswerRequest request;
    int64_t textTokens = 0;
    for (const Role role : {Role::User, Role::Assistant, Role::User}) {
        request.messages.push_back(textMessage(role, "a"));
        textTokens += countMessage(format, request.messages.back(), limits).textTokens;
    }
    const engine::RenderedPrompt prompt = renderRequest(format, request, {});
    const auto tokens = int64_t(format.tokenizer->encode(prompt.text, prompt.plain).size());
    const auto messages = int64_t(request.messages.size());
    return std::clamp<int64_t>((tokens - textTokens + messages - 1) / messages, 0, mostOverhead);
} catch (const kernels::Error&) {
    return 0;
}

// Without counting the tokens of texts, which have as many bytes at least.
bool surelyFits(const PromptFormat& format, const AnswerRequest& request, const CountLimits& limits)
{
    int64_t most = 0;
    for (const RequestMessage& message : request.messages) {
        RequestMessage pictures{message.role, message.parts};
        std::erase_if(
            pictures.parts, [](const Part& part) { return !std::holds_alternative<Pixels>(part); });
        most += int64_t(wordsOf(message).size()) + mostOverhead
            + countMessage(format, pictures, limits).pictureTokens;
    }
    return most <= limits.contextTokens * 7 / 8;
}

// From the last to the first. What comes before so many contexts is estimated, for it is not read.
std::vector<WindowMessage> windowMessages(
    const PromptFormat& format, const AnswerRequest& request, const CountLimits& limits)
{
    constexpr int64_t contexts = 16;
    const int64_t overhead = overheadOf(format, limits);
    std::vector<WindowMessage> window(request.messages.size());
    int64_t tokens = 0, bytes = 1; // that were counted
    for (size_t each = window.size(); each-- > 0;) {
        const RequestMessage& message = request.messages[each];
        const auto size = int64_t(wordsOf(message).size());
        TokenCount::Part part;
        if (tokens <= contexts * limits.contextTokens)
            part = countMessage(format, message, limits);
        else
            part.textTokens = int64_t(double(size) * double(tokens) / double(bytes));
        tokens += part.textTokens;
        bytes += size;
        window[each] = {.role = message.role,
            .tokens = part.textTokens + part.pictureTokens + overhead,
            .hasPictures = hasPictures(message)};
    }
    return window;
}

std::vector<bool> messagesWithRoom(
    const PromptFormat& format, const AnswerRequest& request, const CountLimits& limits)
{
    if (surelyFits(format, request, limits))
        return std::vector<bool>(request.messages.size(), true);
    std::vector<WindowMessage> window = windowMessages(format, request, limits);
    std::vector<bool> isRead = messagesInWindow(window, limits.contextTokens);
    const std::optional<size_t> meant = meantMessage(request.messages, isRead);
    if (!meant)
        return isRead;
    window[*meant].isMeant = true;
    return messagesInWindow(window, limits.contextTokens);
}

// Cut where a word ends, if one does.
std::string beginningOf(const std::string& text, size_t bytes)
{
    size_t end = text.find_last_of(" \n", bytes);
    if (end == std::string::npos)
        return "…";
    return text.substr(0, text.find_last_not_of(" \n", end) + 1) + " …";
}

// What was read in pictures gets the room that the rest of its message leaves, for it is an addition.
void shortenPictureTexts(
    const PromptFormat& format, const CountLimits& limits, RequestMessage& message)
{
    constexpr int64_t fewest = 32; // tokens that are of use
    const std::vector<Passage> texts = pictureTexts(message);
    if (texts.empty())
        return;
    RequestMessage others = message;
    removePictureTexts(others);
    const TokenCount::Part rest = countMessage(format, others, limits);
    const int64_t all = countMessage(format, message, limits).textTokens - rest.textTokens;
    const int64_t room
        = limits.contextTokens * 3 / 4 - mostOverhead - rest.textTokens - rest.pictureTokens;
    if (all <= room)
        return;
    if (room < fewest * int64_t(texts.size()))
        return removePictureTexts(message);
    for (Part& part : message.parts)
        if (auto* passage = std::get_if<Passage>(&part);
            passage && passage->from == Passage::From::Picture)
            passage->text
                = beginningOf(passage->text, size_t(int64_t(passage->text.size()) * room / all));
}

} // namespace

int64_t contextFor(const AnswerRequest& request, int64_t contextTokens)
{
    const std::string& negativePrompt = request.settings.negativePrompt.value_or("");
    const bool isBlank = negativePrompt.find_first_not_of(" \t\r\n") == std::string::npos;
    return isBlank ? contextTokens : contextTokens / 2;
}

std::vector<bool> keepWhatIsRead(
    const PromptFormat& format, const CountLimits& given, AnswerRequest& request)
{
    const CountLimits limits{contextFor(request, given.contextTokens), given.isCancelled};
    std::vector<bool> stays(request.messages.size(), true);
    for (RequestMessage& message : request.messages) {
        if (!format.hasPictureTexts)
            removePictureTexts(message);
        else
            shortenPictureTexts(format, limits, message);
    }
    if (!format.vision)
        stays = leaveOutPictures(request.messages);
    const std::vector<bool> isRead = messagesWithRoom(format, request, limits);
    std::vector<RequestMessage> read;
    size_t left = 0; // of those that stay, the next
    for (size_t each = 0; each < stays.size(); ++each) {
        if (!stays[each])
            continue;
        stays[each] = isRead[left];
        if (isRead[left])
            read.push_back(std::move(request.messages[left]));
        ++left;
    }
    request.messages = std::move(read);
    return stays;
}

std::string tooLongSentence(const TokenCount& count)
{
    std::string sentence = "This message is too long for the model: it takes "
        + std::to_string(count.tokens) + " tokens, and "
        + std::to_string(count.contextTokens - leastAnswerTokens) + " fit.";
    if (count.fittingCharacters > 0)
        sentence += " Shorten it or attach less: about " + std::to_string(count.fittingCharacters)
            + " characters of it would fit.";
    return sentence;
}

} // namespace runtime
