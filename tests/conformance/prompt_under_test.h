#pragma once

#include "base/error.h"
#include "engine/cache/paged_cache.h"
#include "engine/generate/generator.h"
#include "runtime/models/loaded_model.h"
#include "runtime/prompt/prompt_text.h"
#include "tests/support/max_difference.h"
#include "vision/images/decode.h"

#include <QString>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace tests {

/// The ids of a prompt as its files write them: the model's image token for every row.
inline engine::TokenIds withImageTokens(engine::TokenIds ids, engine::TokenId imageToken)
{
    for (engine::TokenId& id : ids) {
        if (engine::isImageId(id))
            id = imageToken;
    }
    return ids;
}

/// The text around the rows of an image: its marks, and `placeholder` between them.
inline std::string withMarks(
    const std::string& promptText, const std::string& row, const std::string& placeholder)
{
    const size_t first = promptText.find(row), last = promptText.rfind(row);
    return first == std::string::npos
        ? promptText
        : promptText.substr(0, first) + placeholder + promptText.substr(last + row.size());
}

/// A prompt's text as its template wrote it: one placeholder for every image. `row` is that of a
/// row of an image if the template writes the marks around images, too; else it is empty.
inline std::string withPlaceholders(
    const runtime::Prompt& prompt, const std::string& placeholder, const std::string& row = {})
{
    std::string text;
    size_t from = 0, number = 0;
    for (const auto& image : prompt.images) {
        const auto& [before, after] = image->numberMarks;
        const std::string spelled
            = (before.empty() ? "" : before + std::to_string(number++) + after) + image->promptText;
        const size_t at = prompt.text.find(spelled, from);
        if (at == std::string::npos)
            return "a picture is missing in: " + prompt.text;
        text += prompt.text.substr(from, at - from)
            + (row.empty() ? placeholder : withMarks(spelled, row, placeholder));
        from = at + spelled.size();
    }
    return text + prompt.text.substr(from);
}

/// What templates write in place of an image; empty for a model that cannot see.
inline std::string placeholderOf(const runtime::PromptFormat& format)
{
    return format.vision ? format.placeholder() : std::string();
}

inline runtime::Role roleOf(const std::string& name)
{
    return name == "system"   ? runtime::Role::System
        : name == "assistant" ? runtime::Role::Assistant
                              : runtime::Role::User;
}

/// The prompt of a case of expected/<family>.json, with its images in their order.
inline runtime::Prompt promptOf(
    runtime::LoadedModel& model, const nlohmann::json& expected, const std::filesystem::path& root)
{
    runtime::AnswerRequest request;
    std::vector<engine::ImageEmbeddingPtr> images;
    auto file = expected.at("images").begin();
    for (const nlohmann::json& described : expected.at("messages")) {
        runtime::RequestMessage message{roleOf(described.at("role")), {}};
        for (const nlohmann::json& part : described.at("content")) {
            if (part.at("type") == "text") {
                message.parts.push_back(part.at("text").get<std::string>());
                continue;
            }
            const auto picture = std::make_shared<const vision::Image>(vision::decodeImageFile(
                root / std::string(*file++), vision::Transparency::Dropped)); // as the reference
            message.parts.push_back(picture);
            images.push_back(model.embed(*picture));
        }
        request.messages.push_back(std::move(message));
    }
    return runtime::buildPrompt(*model.promptFormat(), request, images);
}

/// Host logits of the last `rows` positions of a prompt, in the model's own cache.
inline std::vector<float> logitsOf(runtime::LoadedModel& model, const engine::TokenIds& ids,
    const std::vector<engine::ImageEmbeddingPtr>& images, int64_t rows)
{
    std::vector<int32_t> pages(size_t(model.cache().numPages()));
    std::iota(pages.begin(), pages.end(), 0);
    const engine::BatchEntry entry{
        .ids = ids, .past = 0, .pages = pages, .images = images, .logitRows = rows};
    const auto logits = model.model().forward({&entry, 1}, model.cache());
    return {logits.begin(), logits.end()};
}

/// What the generator answers when it always takes the most likely token and nothing stops it.
inline engine::TokenIds greedyAnswer(runtime::LoadedModel& model, engine::TokenIds ids,
    std::vector<engine::ImageEmbeddingPtr> images, int64_t tokens)
{
    engine::Generator generator(model.model(), model.cache(), model.tokenizer(), {});
    engine::Job job;
    job.ids = std::move(ids);
    job.images = std::move(images);
    job.maxNewTokens = tokens;
    job.sampling = engine::SamplerSettings::greedy();
    generator.enqueue(std::move(job));

    engine::TokenIds answer;
    while (generator.numRemainingJobs() > 0) {
        for (const engine::Result& result : generator.iterate()) {
            answer.insert(answer.end(), result.tokenIds.begin(), result.tokenIds.end());
            if (result.eos && result.eosReason == engine::EosReason::Error)
                throw base::Error(*result.errorKind, result.error);
        }
    }
    return answer;
}

/// Compares an answer with the reference up to the first step it leaves where the two best logits
/// lay no further apart than `limit`; what follows is another text. Empty, or what is wrong.
inline QString compareAnswers(
    const engine::TokenIds& actual, const nlohmann::json& expected, double limit)
{
    const engine::TokenIds reference = expected.at("greedy");
    const std::vector<double> gaps = expected.at("greedy_top2_gap");
    if (actual.size() != reference.size())
        return QString("%1 tokens instead of %2").arg(actual.size()).arg(reference.size());
    for (size_t step = 0; step < reference.size(); ++step) {
        if (actual[step] == reference[step])
            continue;
        if (gaps.at(step) <= limit)
            return {};
        return QString("step %1: token %2 instead of %3, gap %4")
            .arg(step)
            .arg(actual[step])
            .arg(reference[step])
            .arg(gaps[step]);
    }
    return {};
}

} // namespace tests
