#pragma once

#include "runtime/answer_progress.h"

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace services::server {

/// What a server counts, for GET /metrics. Any thread may use it.
class Metrics {
public:
    /// `route` is the path of the route that answered; empty: none. It becomes a label as it is.
    void addRequest(const std::string& route, int status);
    void addAnswer(const runtime::AnswerStatistics& statistics);

    /// What is measured when somebody asks.
    struct Gauges {
        int running = 0, waiting = 0, connections = 0;
    };
    /// Returns the metrics in the text format of Prometheus, version 0.0.4.
    std::string text(const Gauges& gauges) const;

private:
    static constexpr std::array<double, 10> bounds{0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60};

    mutable std::mutex m_mutex; // guards what follows
    std::map<std::pair<std::string, int>, int64_t> m_requests; // by route and status
    std::map<std::string, int64_t> m_answers; // by how they ended
    int64_t m_promptTokens = 0, m_cachedTokens = 0, m_answerTokens = 0;
    double m_promptSeconds = 0, m_answerSeconds = 0;
    std::array<int64_t, bounds.size() + 1> m_firstTokens{}; // by seconds; the last: all above
    double m_firstTokenSeconds = 0;
};

} // namespace services::server
