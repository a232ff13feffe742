#include "engine/filters/text_trial.h"

#include <ctime>

namespace engine {

double threadMicroseconds()
{
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e6 * double(time.tv_sec) + 1e-3 * double(time.tv_nsec);
}

TextTrial tryText(
    const Constraint& constraint, const TokenTrie& trie, std::span<const TokenId> tokens)
{
    TextTrial trial;
    const auto filter = constraint.start();
    const auto timedMask = [&]() -> const TokenMask& {
        const double begin = threadMicroseconds();
        const TokenMask& mask = filter->mask();
        trial.maskMicroseconds.push_back(threadMicroseconds() - begin);
        return mask;
    };
    for (const TokenId token : tokens)
        if (!timedMask().allows(token) || !filter->take(trie.bytes(token)))
            return trial;
    timedMask();
    trial.accepted = filter->mayEnd();
    return trial;
}

} // namespace engine
