#pragma once

#include "services/background.h"

#include <QEventLoop>

#include <optional>

namespace tests {

/// Calls `ask(done)` and lets the event loop run until it calls `done(outcome)`.
template <typename Value, typename Ask>
services::Outcome<Value> awaited(Ask ask)
{
    std::optional<services::Outcome<Value>> told;
    QEventLoop loop;
    ask([&](const services::Outcome<Value>& outcome) {
        told = outcome;
        loop.quit();
    });
    if (!told)
        loop.exec();
    return *told;
}

/// Times for which no test has to wait.
template <typename Times>
Times shortTimes()
{
    using std::chrono::milliseconds;
    Times times;
    times.silence = milliseconds(1000);
    times.afterProgress = times.first = times.longest = milliseconds(1);
    return times;
}

} // namespace tests
