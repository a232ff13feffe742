#include "ui/output/output_job.h"

#include "services/background.h"

#include <QTimer>

#include <atomic>
#include <memory>
#include <utility>

namespace ui {

namespace {

constexpr int updateMilliseconds = 100;

} // namespace

OutputJob::OutputJob(OutputContents contents, Make make, QObject* parent)
    : Transfer(parent)
    , m_total(int(contents.messages.size()))
{
    const auto done = std::make_shared<std::atomic<int>>(0);
    auto* timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, [this, done] { emit progressed(*done); });
    timer->start(updateMilliseconds);
    const OutputWork work{[done](int messages) { *done = messages; }, m_stop.get_token()};
    services::runInBackground<bool>(
        this,
        [contents = std::move(contents), make = std::move(make), work] {
            make(contents, work);
            return true;
        },
        [this](const services::Outcome<bool>& outcome) {
            if (outcome.value)
                emit finished();
            else if (m_stop.stop_requested())
                emit stopped();
            else
                emit failed(outcome.error);
        });
}

OutputJob::~OutputJob()
{
    m_stop.request_stop();
}

} // namespace ui
