#pragma once

#include "runtime/answer_engine.h"
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>

namespace app {

/// Takes an answer in on the engine's thread and hands it out on another that waits for it.
class AnswerReader : public runtime::AnswerSink {
public:
    /// Waits for more of the answer; nothing: it has ended.
    std::optional<std::string> next();

    /// After the last text. Throws Error if the answer failed.
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
