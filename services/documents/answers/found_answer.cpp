#include "services/documents/answers/found_answer.h"

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

runtime::Passage passageOf(const FoundPassage& found)
{
    std::string place = found.passage.page > 0 ? "page " + std::to_string(found.passage.page)
                                               : found.passage.heading;
    return {{found.title.toStdString(), std::move(place)}, found.passage.text};
}

} // namespace services
