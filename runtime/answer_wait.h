#pragma once

#include <cstdint>

namespace runtime {

/// Why an answer has no words yet. A value.
struct AnswerWait {
    enum class For {
        Memory, ///< that another model gives back
        Model, ///< done of total per cent are loaded
        Pictures, ///< its own and those that were sent before: done of total were looked at
        Room, ///< in the cache; total answers that have it go on
        Prompt, ///< done of total tokens were read
        Server, ///< the end point has the question and has said nothing yet
    };

    For what = For::Prompt;
    int64_t done = 0, total = 0;
    int64_t secondsLeft = 0; ///< roughly; 0: cannot be said
};

/// What is left of work of which so much is done, in seconds; 0 while it is too early to say.
int64_t secondsLeft(double done, double total, double secondsSoFar);

} // namespace runtime
