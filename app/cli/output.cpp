#include "app/cli/output.h"

#include "base/error.h"
#include "services/system/terminal_text.h"

#include <QLocale>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <utility>

namespace app {

namespace {

std::string escapedForErrors(const std::string& text)
{
    static const bool isTerminal = isatty(STDERR_FILENO);
    return isTerminal ? services::TerminalEncoder().encode(text) : text;
}

std::string escapedForOutput(const std::string& text)
{
    static const bool isTerminal = isatty(STDOUT_FILENO);
    static services::TerminalEncoder encoder;
    return isTerminal ? encoder.encode(text) : text;
}

} // namespace

void printJson(const nlohmann::ordered_json& value)
{
    printText(value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

void printText(const std::string& text)
{
    const std::string bytes = escapedForOutput(text);
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()
        || std::fflush(stdout) != 0)
        throw base::Error(base::ErrorKind::BadFile,
            std::string("The output can't be written: ") + std::strerror(errno) + ".");
}

void printError(const std::string& message)
{
    std::fprintf(stderr, "%s\n", escapedForErrors(message).c_str());
}

std::string sizeText(int64_t bytes)
{
    return QLocale::c().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat).toStdString();
}

ProgressBar::ProgressBar(std::string label)
    : m_label(std::move(label))
    , m_isTerminal(isatty(STDERR_FILENO))
{
}

ProgressBar::~ProgressBar()
{
    if (!m_drawn.empty())
        std::fputs("\r\033[K", stderr);
}

void ProgressBar::show(double share)
{
    show(share, std::to_string(int(std::clamp(share, 0.0, 1.0) * 100)) + " %");
}

void ProgressBar::show(int64_t done, int64_t total)
{
    show(total > 0 ? double(done) / double(total) : 1,
        std::to_string(done) + " of " + std::to_string(total));
}

void ProgressBar::show(double share, const std::string& words)
{
    if (!m_isTerminal)
        return;
    constexpr int width = 30; // characters
    const int filled = int(std::clamp(share, 0.0, 1.0) * width);
    std::string line = m_label + " [" + std::string(size_t(filled), '#')
        + std::string(size_t(width - filled), ' ') + "] " + words;
    if (line == m_drawn)
        return;
    std::fprintf(stderr, "\r\033[K%s", escapedForErrors(line).c_str());
    m_drawn = std::move(line);
}

std::optional<std::string> AnswerReader::next()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_text.empty() || m_statistics || m_failure; });
    if (m_text.empty())
        return std::nullopt;
    return std::exchange(m_text, {});
}

const runtime::AnswerStatistics& AnswerReader::statistics() const
{
    if (m_failure)
        throw base::Error(m_failure->kind, m_failure->message);
    return *m_statistics;
}

void AnswerReader::onText(std::string_view text, std::span<const runtime::TokenDetail>)
{
    const std::lock_guard lock(m_mutex);
    m_text += text;
    m_changed.notify_all();
}

void AnswerReader::onFinished(const runtime::AnswerStatistics& statistics)
{
    const std::lock_guard lock(m_mutex);
    m_statistics = statistics;
    m_changed.notify_all();
}

void AnswerReader::onFailed(const runtime::AnswerFailure& failure)
{
    const std::lock_guard lock(m_mutex);
    m_failure = failure;
    m_changed.notify_all();
}

} // namespace app
