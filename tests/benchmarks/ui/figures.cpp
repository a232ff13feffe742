#include "tests/benchmarks/ui/figures.h"

#include "tests/benchmarks/ui/topics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace bench {

std::span<const Figures> figures()
{
    static constexpr Figures all[] = {
        {"start", "From the start of the process to a window that can be used.", measureStart},
        {"idle", "Memory, processor time and wake-ups of a program that nobody uses.", measureIdle},
        {"stop", "From pressing stop to an engine that does nothing.", measureStop},
        {"turn", "The first token of the next turn in a chat of 8,000 tokens.", measureNextTurn},
        {"picture", "What a picture costs that was seen before.", measureSamePicture},
        {"branches", "Answering again, and another branch.", measureBranches},
        {"long", "A conversation of 10,000 messages: opening, scrolling, memory.",
            measureLongConversation},
        {"many", "10,000 conversations of a million messages: the sidebar, the search, erasing.",
            measureManyConversations},
        {"stream", "The messages while 100 tokens a second arrive, for VIGNETTE_BENCH_MINUTES.",
            measureStreaming},
        {"chats", "A chat that streams while another one reads a long text.", measureTwoChats},
        {"prompt", "Keys, long pastes and dropped pictures in the prompt box.", measurePrompt},
        {"answer", "One long answer: streaming into it, opening it, scrolling.", measureLongAnswer},
        {"models", "Loading a model, cancelling that, and what its memory was said to be.",
            measureModels},
        {"captions", "A caption run against the engine alone, and its memory.", measureCaptions},
        {"indexing", "The window while VIGNETTE_BENCH_PAGES pages of documents are being read.",
            measureIndexing},
        {"capture", "From a screenshot to the cursor in the box, and to its text.", measureCapture},
    };
    return all;
}

void print(const char* figure, double value, const char* unit, std::optional<double> target)
{
    nlohmann::ordered_json line{{"figure", figure}, {"value", value}, {"unit", unit}};
    if (target)
        line["target"] = *target;
    std::printf("%s\n", line.dump().c_str());
    std::fflush(stdout);
}

double Samples::percentile(double share) const
{
    if (m_values.empty())
        return 0;
    std::vector<double> sorted = m_values;
    std::sort(sorted.begin(), sorted.end());
    const double rank = std::ceil(share * double(sorted.size()));
    return sorted[size_t(std::clamp(rank - 1, 0.0, double(sorted.size() - 1)))];
}

} // namespace bench
