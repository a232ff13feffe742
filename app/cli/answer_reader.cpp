#include "app/cli/answer_reader.h"

#include <utility>

namespace app {

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
        throw kernels::Error(m_failure->kind, m_failure->sentence);
    return *m_statistics;
}

void AnswerReader::said(std::string_view text, std::span<const runtime::TokenDetail>)
{
    const std::lock_guard lock(m_mutex);
    m_text += text;
    m_changed.notify_all();
}

void AnswerReader::finished(const runtime::AnswerStatistics& statistics)
{
    const std::lock_guard lock(m_mutex);
    m_statistics = statistics;
    m_changed.notify_all();
}

void AnswerReader::failed(const runtime::AnswerFailure& failure)
{
    const std::lock_guard lock(m_mutex);
    m_failure = failure;
    m_changed.notify_all();
}

} // namespace app
