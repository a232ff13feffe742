#include "services/server/answers/server_metrics.h"

#include <algorithm>
#include <sstream>

namespace services::server {

namespace {

using End = runtime::AnswerStatistics::End;

const char* toString(End end)
{
    switch (end) {
    case End::TokenLimit:
        return "length";
    case End::Stopped:
        return "cancelled";
    case End::Complete:
    case End::Called:
        break;
    }
    return "stop";
}

/// Writes a metric after the other.
class Page {
public:
    void begin(const std::string& name, const char* type, const char* help)
    {
        m_name = "vignette_" + name;
        m_text << "# HELP " << m_name << ' ' << help << "\n# TYPE " << m_name << ' ' << type
               << '\n';
    }
    void value(double number, const std::string& labels = {}, const char* suffix = "")
    {
        m_text << m_name << suffix << (labels.empty() ? "" : "{" + labels + "}") << ' ' << number
               << '\n';
    }
    void metric(const std::string& name, const char* type, const char* help, double number)
    {
        begin(name, type, help);
        value(number);
    }
    std::string text() const { return m_text.str(); }

private:
    std::ostringstream m_text;
    std::string m_name;
};

} // namespace

void Metrics::addRequest(const std::string& route, int status)
{
    const std::lock_guard lock(m_mutex);
    ++m_requests[{route.empty() ? "other" : route, status}];
}

void Metrics::addAnswer(const runtime::AnswerStatistics& statistics)
{
    const std::lock_guard lock(m_mutex);
    ++m_answers[toString(statistics.end)];
    m_promptTokens += statistics.promptTokens;
    m_cachedTokens += statistics.cachedTokens;
    m_answerTokens += statistics.tokens;
    m_promptSeconds += statistics.promptSeconds;
    m_answerSeconds += statistics.answerSeconds;
    if (statistics.tokens == 0)
        return;
    m_firstTokenSeconds += statistics.firstTokenSeconds;
    const auto bound = std::ranges::lower_bound(bounds, statistics.firstTokenSeconds);
    ++m_firstTokens[size_t(bound - bounds.begin())];
}

std::string Metrics::text(const Gauges& gauges) const
{
    const std::lock_guard lock(m_mutex);
    Page page;
    page.begin("http_requests_total", "counter", "Requests by path and status.");
    for (const auto& [of, count] : m_requests)
        page.value(double(count),
            "path=\"" + of.first + "\",status=\"" + std::to_string(of.second) + "\"");
    page.begin("answers_total", "counter", "Completions by finish reason.");
    for (const auto& [end, count] : m_answers)
        page.value(double(count), "end=\"" + end + "\"");
    page.metric("prompt_tokens_total", "counter", "Prompt tokens.", double(m_promptTokens));
    page.metric(
        "prompt_tokens_cached_total", "counter", "Cached prompt tokens.", double(m_cachedTokens));
    page.metric("answer_tokens_total", "counter", "Completion tokens.", double(m_answerTokens));
    page.metric(
        "prompt_seconds_total", "counter", "Time spent on reading prompts.", m_promptSeconds);
    page.metric("answer_seconds_total", "counter", "Time spent on generating completions.",
        m_answerSeconds);
    page.metric("answers_running", "gauge", "Running requests.", gauges.running);
    page.metric("requests_waiting", "gauge", "Waiting requests.", gauges.waiting);
    page.metric("connections", "gauge", "Open connections.", gauges.connections);
    page.begin("first_token_seconds", "histogram", "Time from the request to the first token.");
    int64_t count = 0;
    for (size_t bound = 0; bound < m_firstTokens.size(); ++bound) {
        count += m_firstTokens[bound];
        std::ostringstream edge;
        edge << (bound < bounds.size() ? bounds[bound] : 0);
        page.value(double(count), "le=\"" + (bound < bounds.size() ? edge.str() : "+Inf") + "\"",
            "_bucket");
    }
    page.value(m_firstTokenSeconds, {}, "_sum");
    page.value(double(count), {}, "_count");
    return page.text();
}

} // namespace services::server
