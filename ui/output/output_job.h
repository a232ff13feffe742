#pragma once

#include "services/conversations/transfer/transfer.h"
#include "ui/output/message_html.h"

#include <QString>

#include <functional>
#include <stop_token>

namespace ui {

/// Makes output of a conversation in the background, from its construction on. Counts messages. Lives
/// in the window's thread. If it is stopped or destroyed, its stop token says so.
class OutputJob : public services::Transfer {
    Q_OBJECT

public:
    using Make = std::function<void(const OutputContents&, const OutputWork&)>;

    /// `make` is called on another thread. What it throws becomes the message of failed().
    OutputJob(OutputContents contents, Make make, QObject* parent = nullptr);
    ~OutputJob() override;

    int total() const override { return m_total; }
    void stop() override { m_stop.request_stop(); }

signals:
    // Exactly one of these is sent, once, unless the job is destroyed before.
    void finished();
    void stopped();
    void failed(const QString& message);

private:
    int m_total;
    std::stop_source m_stop;
};

} // namespace ui
