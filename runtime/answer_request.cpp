#include "runtime/answer_request.h"

#include <algorithm>
#include <utility>

namespace runtime {

namespace {

bool isPicture(const Part& part)
{
    return std::holds_alternative<Pixels>(part);
}

bool isPictureText(const Part& part)
{
    const auto* passage = std::get_if<Passage>(&part);
    return passage && passage->from == Passage::From::Picture;
}

// True if it says what is in each of its images.
bool isReadWhole(const RequestMessage& message)
{
    const auto pictures = std::ranges::count_if(message.parts, isPicture);
    return pictures > 0 && pictures == std::ranges::count_if(message.parts, isPictureText);
}

} // namespace

RequestMessage textMessage(Role role, std::string text)
{
    return {role, {std::move(text)}};
}

bool continuesAnswer(const AnswerRequest& request)
{
    const auto isText = [](const Part& part) { return std::holds_alternative<std::string>(part); };
    return request.end == PromptEnd::Usual && request.messages.size() > 1
        && request.messages.back().role == Role::Assistant
        && std::ranges::all_of(request.messages.back().parts, isText);
}

std::string joinText(const RequestMessage& message)
{
    std::string text;
    for (const Part& part : message.parts)
        if (const auto* words = std::get_if<std::string>(&part))
            text += *words;
    return text;
}

bool hasPictures(const RequestMessage& message)
{
    return std::ranges::any_of(message.parts, isPicture);
}

void removePictures(RequestMessage& message)
{
    std::erase_if(message.parts, isPicture);
}

std::vector<Passage> pictureTexts(const RequestMessage& message)
{
    std::vector<Passage> passages;
    for (const Part& part : message.parts)
        if (isPictureText(part))
            passages.push_back(std::get<Passage>(part));
    return passages;
}

void removePictureTexts(RequestMessage& message)
{
    std::erase_if(message.parts, isPictureText);
}

bool hasToolPictures(std::span<const RequestMessage> messages)
{
    return std::ranges::any_of(messages, [](const RequestMessage& message) {
        return message.role == Role::Tool && hasPictures(message);
    });
}

void describeToolPictures(std::vector<RequestMessage>& messages)
{
    for (RequestMessage& message : messages) {
        const auto count = message.role == Role::Tool ? std::erase_if(message.parts, isPicture) : 0;
        for (Part& part : message.parts)
            if (auto* result = std::get_if<ToolResult>(&part); result && count > 0)
                result->text += (result->text.empty() ? "[" : "\n[") + std::to_string(count)
                    + (count == 1 ? " image" : " images")
                    + " returned by the tool can't be shown to you]";
    }
}

std::vector<bool> leaveOutPictures(std::vector<RequestMessage>& messages)
{
    describeToolPictures(messages);
    std::vector<bool> stays(messages.size(), true);
    if (!messages.empty() && isReadWhole(messages.back()))
        removePictures(messages.back());
    for (auto message = ptrdiff_t(messages.size()) - 2; message >= 0; --message) {
        RequestMessage& said = messages[size_t(message)];
        if (std::erase_if(said.parts, isPicture) == 0)
            continue;
        const bool wasAnswered = messages[size_t(message) + 1].role != said.role;
        if (wasAnswered)
            continue;
        messages.erase(messages.begin() + message);
        stays[size_t(message)] = false;
    }
    return stays;
}

} // namespace runtime
