#pragma once

#include "runtime/answer_engine.h"
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace services {

/// How far work with many answers is: so many have ended.
using BatchProgress = std::function<void(size_t done, size_t total)>;

/// An answer of a batch.
struct BatchAnswer {
    std::string text;
    std::vector<runtime::TokenDetail> tokens; ///< if its request asked for them
    bool isSure = true; ///< see runtime::AnswerStatistics
};

/// Many answers of one engine, in the order of their requests. Several are written at once. Blocks;
/// `progress` is called on this thread, first with 0. Throws the failure of the first answer that
/// fails, and Error{Cancelled} when `stop` is requested; the others are stopped then.
std::vector<BatchAnswer> batchOf(runtime::AnswerEngine& engine,
    std::vector<runtime::AnswerRequest> requests, const BatchProgress& progress = {},
    const std::stop_token& stop = {});

/// The texts of such answers.
std::vector<std::string> answersOf(runtime::AnswerEngine& engine,
    std::vector<runtime::AnswerRequest> requests, const BatchProgress& progress = {},
    const std::stop_token& stop = {});

} // namespace services
