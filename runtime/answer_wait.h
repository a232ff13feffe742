#pragma once

#include <cstdint>

namespace runtime {

/// Why an answer has no words yet.
struct AnswerWait {
    enum class For {
        Memory, ///< until another model has released its memory
        Model, ///< until the model is loaded: `done` of `total` per cent
        Pictures, ///< until its pictures and earlier ones are encoded: `done` of `total`
        Room, ///< for room in the cache; `total` answers are being written
        Prompt, ///< until the prompt is read: `done` of `total` tokens
        Server, ///< the server has the request and has not answered yet
        Turn, ///< until the server, which bears so many at once, has answered `total` others
        Connection, ///< the server does not answer, and is asked again in `secondsLeft`
    };

    For what = For::Prompt;
    int64_t done = 0, total = 0;
    int64_t secondsLeft = 0; ///< an estimate; 0 if it is not known
};

/// Estimates how many seconds work still takes; 0 as long as it is too early to tell.
int64_t secondsLeft(double done, double total, double secondsSoFar);

} // namespace runtime
