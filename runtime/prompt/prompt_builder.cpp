#include "runtime/prompt/prompt_builder.h"

#include "kernels/error.h"

#include "runtime/prompt/prompt_format.h"
#include "runtime/prompt/prompt_text.h"
#include "runtime/prompt/rendered_text.h"
#include <algorithm>
#include <optional>

namespace runtime {

namespace {

using engine::RenderedPrompt;

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

engine::TokenIds encode(const PromptFormat& format, const RenderedPrompt& prompt,
    const std::vector<engine::ImageEmbeddingPtr>& images)
{
    const engine::Tokenizer& tokenizer = *format.tokenizer;
    if (images.empty())
        return tokenizer.encode(prompt.text, prompt.plain);
    const engine::TokenIds rows = rowIds(images);
    if (format.imageToken >= 0) {
        if (auto ids = encodeWithRows(tokenizer, prompt, format.imageToken, rows))
            return std::move(*ids);
    }
    return encodeBetweenRows(tokenizer, prompt, format.imageTokenText, rows);
}

} // namespace

Prompt buildPrompt(const PromptFormat& format, const AnswerRequest& request,
    std::vector<engine::ImageEmbeddingPtr> images)
{
    std::vector<std::string> spellings;
    for (const auto& image : images)
        spellings.push_back(image->promptText);
    RenderedPrompt rendered = renderRequest(format, request, spellings);
    Prompt prompt;
    prompt.ids = engine::withBoundariesOnce(*format.tokenizer, encode(format, rendered, images));
    prompt.text = std::move(rendered.text);
    prompt.images = std::move(images);
    return prompt;
}

} // namespace runtime
