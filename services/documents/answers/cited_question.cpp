#include "services/documents/answers/cited_question.h"

#include "services/documents/passages/cut_text.h"

#include "runtime/prompt/passage_text.h"

namespace services {

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
