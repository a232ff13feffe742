#include "services/generation/prompt_builder.h"

#include "services/generation/loaded_model.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace services {

namespace {

using Json = nlohmann::ordered_json;
using engine::RenderedPrompt;
using engine::TextRange;

/// How a template is told of pictures.
enum class ContentStyle {
    Parts, ///< [{"type": "image"}, {"type": "text", …}]: it writes the placeholder itself
    Text, ///< it knows text only, in which a mark of ours stands for each picture
};

std::vector<PromptPart> partsOf(const PromptMessage& message)
{
    if (!message.parts.empty())
        return message.parts;
    std::vector<PromptPart> parts;
    for (const auto& image : message.images)
        parts.push_back({.image = image});
    if (!message.text.empty() || parts.empty())
        parts.push_back({.text = message.text});
    return parts;
}

std::vector<engine::ImageEmbeddingPtr> imagesOf(const std::vector<PromptMessage>& messages)
{
    std::vector<engine::ImageEmbeddingPtr> images;
    for (const PromptMessage& message : messages) {
        for (const PromptPart& part : partsOf(message)) {
            if (part.image)
                images.push_back(part.image);
        }
    }
    return images;
}

// A mark that no message contains.
std::string unusedMark(const std::vector<PromptMessage>& messages)
{
    std::string text;
    for (const PromptMessage& message : messages) {
        for (const PromptPart& part : partsOf(message))
            text += part.text;
    }
    std::string mark = "<$EMB$>";
    while (text.find(mark) != std::string::npos)
        mark.insert(1, "$");
    return mark;
}

Json contentInParts(const PromptMessage& message)
{
    Json parts = Json::array();
    for (const PromptPart& part : partsOf(message)) {
        if (part.image)
            parts.push_back({{"type", "image"}});
        else
            parts.push_back({{"type", "text"}, {"text", part.text}});
    }
    return parts;
}

Json contentAsText(const PromptMessage& message, const std::string& mark)
{
    std::string text;
    for (const PromptPart& part : partsOf(message))
        text += part.image ? mark + "\n" : part.text;
    return text;
}

// `mark` stands for pictures where the template knows text only.
RenderedPrompt render(const LoadedModel& model, const std::vector<PromptMessage>& messages,
    ContentStyle style, const std::string& mark)
{
    Json list = Json::array();
    for (const PromptMessage& message : messages) {
        list.push_back({{"role", message.role},
            {"content",
                style == ContentStyle::Parts ? contentInParts(message)
                                             : contentAsText(message, mark)}});
    }
    engine::ChatTemplate::Options options;
    const engine::Tokenizer& tokenizer = model.tokenizer();
    options.bos = tokenizer.bos() >= 0 ? tokenizer.piece(tokenizer.bos()) : "";
    options.eos = tokenizer.eos() >= 0 ? tokenizer.piece(tokenizer.eos()) : "";
    return model.chatTemplate().render(list, Json::object(), options);
}

bool isPlain(const RenderedPrompt& prompt, size_t at)
{
    return std::any_of(prompt.plain.begin(), prompt.plain.end(),
        [at](const TextRange& range) { return range.begin <= at && at < range.end; });
}

enum class WrittenBy { Template, Message };

// Where `mark` stands, written by the template itself or by a message.
std::vector<size_t> placesOf(
    const RenderedPrompt& prompt, const std::string& mark, WrittenBy writer)
{
    std::vector<size_t> places;
    for (size_t at = prompt.text.find(mark); at != std::string::npos;
         at = prompt.text.find(mark, at + mark.size())) {
        if (isPlain(prompt, at) == (writer == WrittenBy::Message))
            places.push_back(at);
    }
    return places;
}

// What the template makes of a message in parts: one placeholder and the text, if it knows them.
ContentStyle styleOf(const LoadedModel& model, const std::string& placeholder)
{
    const std::string mark = "vignette";
    Json parts = Json::array({{{"type", "image"}}, {{"type", "text"}, {"text", mark}}});
    try {
        const RenderedPrompt probe = model.chatTemplate().render(
            Json::array({{{"role", "user"}, {"content", parts}}}), Json::object(), {});
        const bool knowsParts = placesOf(probe, placeholder, WrittenBy::Template).size() == 1
            && probe.text.find(mark) != std::string::npos;
        return knowsParts ? ContentStyle::Parts : ContentStyle::Text;
    } catch (const kernels::Error&) {
        return ContentStyle::Text;
    }
}

/// A stretch of the rendered text, and what stands there instead.
struct Replacement {
    size_t begin = 0, length = 0;
    std::string text;
};

// Replaces stretches (ascending, disjoint); ranges of messages' text move along, and lose what
// was replaced.
RenderedPrompt replaced(const RenderedPrompt& prompt, const std::vector<Replacement>& all)
{
    RenderedPrompt result;
    size_t from = 0;
    auto copyUntil = [&](size_t end) {
        for (const TextRange& range : prompt.plain) {
            const size_t begin = std::max(range.begin, from);
            const size_t stop = std::min(range.end, end);
            const size_t moved = result.text.size() - from;
            if (begin < stop)
                result.plain.push_back({begin + moved, stop + moved});
        }
        result.text.append(prompt.text, from, end - from);
    };
    for (const Replacement& replacement : all) {
        copyUntil(replacement.begin);
        result.text += replacement.text;
        from = replacement.begin + replacement.length;
    }
    copyUntil(prompt.text.size());
    return result;
}

// Spells the pictures, in order, where `mark` stands for them.
RenderedPrompt withPictures(const RenderedPrompt& prompt, const std::string& mark, WrittenBy writer,
    const std::vector<engine::ImageEmbeddingPtr>& images)
{
    const std::vector<size_t> places = placesOf(prompt, mark, writer);
    if (places.size() != images.size()) {
        throw kernels::Error(kernels::ErrorKind::BadRequest,
            "the model's chat template shows " + std::to_string(places.size())
                + " pictures where the messages have " + std::to_string(images.size()));
    }
    std::vector<Replacement> replacements;
    for (size_t image = 0; image < images.size(); ++image)
        replacements.push_back({places[image], mark.size(), images[image]->promptText});
    return replaced(prompt, replacements);
}

engine::TokenIds rowIds(const std::vector<engine::ImageEmbeddingPtr>& images)
{
    engine::TokenIds rows;
    for (const auto& image : images) {
        for (int64_t row = 0; row < image->count(); ++row)
            rows.push_back(image->firstId + row);
    }
    return rows;
}

// Every place of the model's image token becomes a row of the pictures, in order. Nothing if it
// does not stand once for each row, for the vocabulary may take it for ordinary text.
std::optional<engine::TokenIds> encodeWithRows(const engine::Tokenizer& tokenizer,
    const RenderedPrompt& prompt, engine::TokenId imageToken, const engine::TokenIds& rows)
{
    engine::TokenIds ids = tokenizer.encode(prompt.text, prompt.plain);
    if (size_t(std::count(ids.begin(), ids.end(), imageToken)) != rows.size())
        return std::nullopt;
    auto row = rows.begin();
    for (engine::TokenId& id : ids) {
        if (id == imageToken)
            id = *row++;
    }
    return ids;
}

// For a vocabulary without a special image token: the text between rows is encoded by itself.
engine::TokenIds encodeBetweenRows(const engine::Tokenizer& tokenizer, const RenderedPrompt& prompt,
    const std::string& placeholder, const engine::TokenIds& rows)
{
    std::vector<Replacement> cuts;
    for (const size_t place : placesOf(prompt, placeholder, WrittenBy::Template))
        cuts.push_back({place, placeholder.size(), {}});
    if (cuts.size() != rows.size()) {
        throw kernels::Error(kernels::ErrorKind::BadRequest,
            "the prompt shows another number of picture rows than the pictures have");
    }
    engine::TokenIds ids;
    size_t from = 0;
    for (size_t part = 0; part <= cuts.size(); ++part) {
        const size_t end = part < cuts.size() ? cuts[part].begin : prompt.text.size();
        const RenderedPrompt between
            = replaced(prompt, {{0, from, {}}, {end, prompt.text.size() - end, {}}});
        const engine::TokenIds encoded = tokenizer.encode(between.text, between.plain);
        ids.insert(ids.end(), encoded.begin(), encoded.end());
        if (part < rows.size()) {
            ids.push_back(rows[part]);
            from = end + placeholder.size();
        }
    }
    return ids;
}

engine::TokenIds encode(const LoadedModel& model, const RenderedPrompt& prompt,
    const std::vector<engine::ImageEmbeddingPtr>& images)
{
    const engine::Tokenizer& tokenizer = model.tokenizer();
    if (images.empty())
        return tokenizer.encode(prompt.text, prompt.plain);
    const engine::TokenIds rows = rowIds(images);
    if (model.imageToken() >= 0) {
        if (auto ids = encodeWithRows(tokenizer, prompt, model.imageToken(), rows))
            return std::move(*ids);
    }
    return encodeBetweenRows(tokenizer, prompt, model.imageTokenText(), rows);
}

} // namespace

namespace {

bool beginsAnswer(const PromptMessage& message)
{
    return message.role == "assistant" && message.images.empty() && message.parts.empty();
}

Prompt buildPromptBefore(const LoadedModel& model, const std::vector<PromptMessage>& messages,
    const std::string& beginning)
{
    Prompt prompt;
    prompt.images = imagesOf(messages);

    const std::string& placeholder = model.imageTokenText();
    const bool inParts = model.canSee() && styleOf(model, placeholder) == ContentStyle::Parts;
    const std::string mark = inParts ? placeholder : unusedMark(messages);
    RenderedPrompt rendered
        = render(model, messages, inParts ? ContentStyle::Parts : ContentStyle::Text, mark);
    rendered = withPictures(
        rendered, mark, inParts ? WrittenBy::Template : WrittenBy::Message, prompt.images);
    if (!beginning.empty()) {
        rendered.plain.push_back({rendered.text.size(), rendered.text.size() + beginning.size()});
        rendered.text += beginning;
    }

    prompt.ids
        = engine::withBoundariesOnce(model.tokenizer(), encode(model, rendered, prompt.images));
    prompt.text = std::move(rendered.text);
    return prompt;
}

} // namespace

Prompt buildPrompt(const LoadedModel& model, const std::vector<PromptMessage>& messages)
{
    if (messages.size() < 2 || !beginsAnswer(messages.back()))
        return buildPromptBefore(model, messages, {});
    return buildPromptBefore(model, {messages.begin(), messages.end() - 1}, messages.back().text);
}

} // namespace services
