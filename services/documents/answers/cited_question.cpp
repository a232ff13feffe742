#include "services/documents/answers/cited_question.h"

#include "runtime/prompt/message_json.h"
#include "services/documents/passages/split_document.h"

#include <algorithm>

namespace services {

namespace {

constexpr int64_t leastParameters = 300'000'000; // of a model whose word is enough

} // namespace

bool isTooSmallToAnswer(int64_t parameters)
{
    return parameters > 0 && parameters < leastParameters;
}

std::string answerOfPassages(std::span<const std::string_view> passages)
{
    std::string text;
    for (size_t index = 0; index < std::min(passages.size(), mostShownPassages); ++index) {
        text += index == 0 ? "" : "\n\n";
        text += passages[index];
        text += " [" + std::to_string(index + 1) + "]";
    }
    return text;
}

runtime::Passage passageOf(const DocumentHit& hit)
{
    std::string place
        = hit.passage.page > 0 ? "page " + std::to_string(hit.passage.page) : hit.passage.heading;
    return {{hit.title.toStdString(), std::move(place)}, hit.passage.text};
}

namespace {

constexpr size_t leastCutTokens = 24; // of a passage; fewer say nothing

// The beginning of a passage, as much as fits; empty if that is next to nothing.
runtime::Passage cut(const runtime::Passage& passage, size_t mostTokens, const TokenCounter& count)
{
    const size_t frame = count(runtime::passageText({passage.source, {}}));
    if (mostTokens < frame + leastCutTokens)
        return {passage.source, {}};
    const auto stretches
        = cutText(passage.text, {0, passage.text.size()}, mostTokens - frame, count);
    if (stretches.empty())
        return {passage.source, {}};
    return {passage.source, passage.text.substr(0, stretches.front().bytes.to)};
}

} // namespace

runtime::Passage numbered(const runtime::Passage& passage, size_t number)
{
    runtime::Passage result = passage;
    result.source.name = "[" + std::to_string(number) + "] " + passage.source.name;
    return result;
}

std::string citedQuestionText(std::string_view question)
{
    return "Answer the question from the numbered passages above and from nothing else. Write the "
           "number of the passage that says so in brackets behind each statement: [1]. If the "
           "passages do not answer it, say that they do not. Answer in the language of the "
           "question.\n\n"
        + std::string(question);
}

CitedQuestion citedQuestion(std::string_view question, std::span<const runtime::Passage> passages,
    size_t mostTokens, const TokenCounter& count)
{
    CitedQuestion result;
    std::string text = citedQuestionText(question);
    const size_t taken = count(text);
    size_t left = mostTokens - std::min(mostTokens, taken);
    for (const runtime::Passage& passage : passages) {
        runtime::Passage next = numbered(passage, result.passages + 1);
        size_t tokens = count(runtime::passageText(next));
        if (tokens > left && result.passages > 0)
            break;
        if (tokens > left) {
            next = cut(next, left, count);
            result.isCut = true;
            tokens = left;
        }
        if (next.text.empty()) {
            result.isCut = false;
            break;
        }
        left -= tokens;
        ++result.passages;
        result.parts.emplace_back(std::move(next));
    }
    result.leftOut = passages.size() - result.passages;
    result.parts.emplace_back(std::move(text));
    return result;
}

} // namespace services
