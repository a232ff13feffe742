#include "runtime/answer_progress.h"

#include <cmath>

namespace runtime {

namespace {

constexpr double earliestSeconds = 0.5; // of work, before it says anything about the rest
constexpr double leastShare = 0.02;

} // namespace

int64_t secondsLeft(double done, double total, double secondsSoFar)
{
    if (secondsSoFar < earliestSeconds || done <= leastShare * total)
        return 0;
    return int64_t(std::ceil(secondsSoFar * (total - done) / done));
}

} // namespace runtime
