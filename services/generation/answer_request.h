#pragma once

#include <QtGlobal>

#include "runtime/answer_request.h"
#include <algorithm>

namespace services {

using runtime::AnswerRequest;
using runtime::RequestMessage;
using runtime::Role;

/// What is so many milliseconds after the beginning of 1970, UTC, as AnswerRequest::begun tells it.
/// Times before that, and from the year 2200 on, are those borders.
inline std::chrono::system_clock::time_point timePoint(qint64 milliseconds)
{
    constexpr qint64 latest = 7'258'118'400'000;
    return std::chrono::system_clock::time_point(
        std::chrono::milliseconds(std::clamp<qint64>(milliseconds, 0, latest)));
}

} // namespace services
