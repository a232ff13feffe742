#pragma once

#include "runtime/answer_engine.h"
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>

namespace app {

/// Receives an answer on the engine's thread and gives it to another thread that waits for it.
class AnswerReader : public runtime::AnswerSink {
public:
    /// Waits for more of the answer and returns it; returns nothing when the answer has ended.
    std::optional<std::string> next();

    /// To be called after next() has returned nothing. Throws Error if the answer failed.
    const runtime::AnswerStatistics& statistics() const;

    void said(std::string_view text, std::span<const runtime::TokenDetail> tokens) override;
    void finished(const runtime::AnswerStatistics& statistics) override;
    void failed(const runtime::AnswerFailure& failure) override;

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::string m_text; // that nobody has taken yet
    std::optional<runtime::AnswerStatistics> m_statistics;
    std::optional<runtime::AnswerFailure> m_failure;
};

} // namespace app
