#include "services/generation/prompt_text.h"

#include "kernels/error.h"
#include "services/generation/rendered_text.h"

#include <nlohmann/json.hpp>

namespace services {

namespace {

using Json = nlohmann::ordered_json;
using engine::RenderedPrompt;

/// How a template is told of pictures.
enum class ContentStyle {
    Parts, ///< [{"type": "image"}, {"type": "text", …}]: it writes the placeholder itself
    Text, ///< it knows text only, in which a mark of ours stands for each picture
};

// A mark that no message contains.
std::string unusedMark(const std::vector<SpelledMessage>& messages)
{
    std::string text;
    for (const SpelledMessage& message : messages) {
        for (const SpelledPart& part : message.parts) {
            if (!part.isPicture)
                text += part.text;
        }
    }
    std::string mark = "<$EMB$>";
    while (text.find(mark) != std::string::npos)
        mark.insert(1, "$");
    return mark;
}

Json contentInParts(const SpelledMessage& message)
{
    Json parts = Json::array();
    for (const SpelledPart& part : message.parts) {
        if (part.isPicture)
            parts.push_back({{"type", "image"}});
        else
            parts.push_back({{"type", "text"}, {"text", part.text}});
    }
    return parts;
}

Json contentAsText(const SpelledMessage& message, const std::string& mark)
{
    std::string text;
    for (const SpelledPart& part : message.parts)
        text += part.isPicture ? mark + "\n" : part.text;
    return text;
}

// `mark` stands for pictures where the template knows text only.
RenderedPrompt render(const PromptFormat& format, const std::vector<SpelledMessage>& messages,
    ContentStyle style, const std::string& mark)
{
    Json list = Json::array();
    for (const SpelledMessage& message : messages) {
        list.push_back({{"role", message.role},
            {"content",
                style == ContentStyle::Parts ? contentInParts(message)
                                             : contentAsText(message, mark)}});
    }
    engine::ChatTemplate::Options options;
    const engine::Tokenizer& tokenizer = *format.tokenizer;
    options.bos = tokenizer.bos() >= 0 ? tokenizer.piece(tokenizer.bos()) : "";
    options.eos = tokenizer.eos() >= 0 ? tokenizer.piece(tokenizer.eos()) : "";
    return format.chatTemplate->render(list, Json::object(), options);
}

// What the template makes of a message in parts: one placeholder and the text, if it knows them.
ContentStyle styleOf(const PromptFormat& format)
{
    const std::string mark = "vignette";
    Json parts = Json::array({{{"type", "image"}}, {{"type", "text"}, {"text", mark}}});
    try {
        const RenderedPrompt probe = format.chatTemplate->render(
            Json::array({{{"role", "user"}, {"content", parts}}}), Json::object(), {});
        const bool knowsParts
            = placesOf(probe, format.imageTokenText, WrittenBy::Template).size() == 1
            && probe.text.find(mark) != std::string::npos;
        return knowsParts ? ContentStyle::Parts : ContentStyle::Text;
    } catch (const kernels::Error&) {
        return ContentStyle::Text;
    }
}

// Spells the pictures, in order, where `mark` stands for them.
RenderedPrompt withPictures(const RenderedPrompt& prompt, const std::string& mark, WrittenBy writer,
    const std::vector<SpelledMessage>& messages)
{
    const std::vector<size_t> places = placesOf(prompt, mark, writer);
    std::vector<std::string> spellings;
    for (const SpelledMessage& message : messages) {
        for (const SpelledPart& part : message.parts) {
            if (part.isPicture)
                spellings.push_back(part.text);
        }
    }
    if (places.size() != spellings.size()) {
        throw kernels::Error(kernels::ErrorKind::BadRequest,
            "the model's chat template shows " + std::to_string(places.size())
                + " pictures where the messages have " + std::to_string(spellings.size()));
    }
    std::vector<Replacement> replacements;
    for (size_t picture = 0; picture < spellings.size(); ++picture)
        replacements.push_back({places[picture], mark.size(), spellings[picture]});
    return replaced(prompt, replacements);
}

} // namespace

RenderedPrompt renderMessages(const PromptFormat& format,
    const std::vector<SpelledMessage>& messages, const std::string& beginning)
{
    const bool inParts = format.vision && styleOf(format) == ContentStyle::Parts;
    const std::string mark = inParts ? format.imageTokenText : unusedMark(messages);
    RenderedPrompt rendered
        = render(format, messages, inParts ? ContentStyle::Parts : ContentStyle::Text, mark);
    rendered = withPictures(
        rendered, mark, inParts ? WrittenBy::Template : WrittenBy::Message, messages);
    if (!beginning.empty()) {
        rendered.plain.push_back({rendered.text.size(), rendered.text.size() + beginning.size()});
        rendered.text += beginning;
    }
    return rendered;
}

} // namespace services
