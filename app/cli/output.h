#pragma once

#include "runtime/answer_engine.h"

#include <QByteArray>
#include <QString>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace app {

// Everything that commands print goes through these functions. What comes from outside may contain
// anything, so a terminal gets its control characters escaped and U+FFFD for invalid UTF-8
// (services/system/terminal_text.h); files and pipes get each byte as it is.

/// Prints a JSON value on one line of stdout and flushes it. Broken UTF-8 becomes U+FFFD.
void printJson(const nlohmann::ordered_json& value);

/// Prints to stdout and flushes it. A character may be divided between two calls. Throws an Error if
/// it can't be written. Only the main thread may call it.
void printText(const std::string& text);

void printError(const std::string& message); ///< prints a line on stderr; any thread

std::string sizeText(int64_t bytes); ///< "1.2 GB", whatever the language

/// Shows the progress of something on stderr: a bar that is drawn again and again if that is a
/// terminal, and nothing otherwise.
class ProgressBar {
public:
    explicit ProgressBar(std::string label);
    ~ProgressBar(); ///< erases the bar
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(double share); ///< 0 … 1
    void show(int64_t done, int64_t total);
    void show(double share, const std::string& words); ///< `words` are behind the bar

private:
    std::string m_label;
    bool m_isTerminal;
    std::string m_drawn;
};

/// Receives an answer on the engine's thread and gives it to another thread that waits for it.
class AnswerReader : public runtime::AnswerSink {
public:
    /// Waits for more of the answer and returns it; returns nothing when the answer has ended.
    std::optional<std::string> next();

    /// May be called only after next() has returned nothing. Throws Error if the answer failed.
    const runtime::AnswerStatistics& statistics() const;

    void onText(std::string_view text, std::span<const runtime::TokenDetail> tokens) override;
    void onFinished(const runtime::AnswerStatistics& statistics) override;
    void onFailed(const runtime::AnswerFailure& failure) override;

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::string m_text; // that nobody has taken yet
    std::optional<runtime::AnswerStatistics> m_statistics;
    std::optional<runtime::AnswerFailure> m_failure;
};

} // namespace app
