#pragma once

#include "runtime/answer_engine.h"
#include "runtime/answer_progress.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace services {

using runtime::AnswerStatistics;
using runtime::AnswerWait;

/// One answer, for the thread that reads it: what an engine reports on its own thread becomes
/// signals here. Exactly one of finished and failed is sent, as the last signal; the stream then
/// deletes itself, as soon as the engine has released it, too.
class AnswerStream : public QObject, public runtime::AnswerSink {
    Q_OBJECT

public:
    static constexpr int countEvery = 1000; ///< milliseconds between two steps of an estimate

    /// Begins an answer that goes to this sink.
    using Begin = std::function<runtime::Answer(std::shared_ptr<runtime::AnswerSink>)>;

    /// Makes the stream of the answer that `begin` begins. If `reader` is destroyed before the
    /// answer has ended, the stream is abandoned.
    static AnswerStream* open(QObject* reader, const Begin& begin);

    /// The tokens of the answer so far, if the request requested the likeliest ones.
    const std::vector<runtime::TokenDetail>& tokens() const { return m_tokens; }
    /// The calls of tools in the answer so far.
    const std::vector<runtime::ToolCall>& calls() const { return m_calls; }

    void stop(); ///< returns at once; what was written is kept
    void abandon(); ///< stops, sends no further signal and deletes the stream

signals:
    /// Why there are no words yet, in the window's language. If nothing arrives for a second, the
    /// estimate of the remaining time continues by itself.
    void waits(const QString& message);
    void started(); ///< the prompt is being read; sent at most once
    void textAdded(const QString& text);
    void writes(double tokensPerSecond); ///< how fast; sent several times a second
    void finished(const services::AnswerStatistics& statistics);
    void failed(const QString& message);

private:
    AnswerStream();
    ~AnswerStream() override = default;

    // Called on the engine's thread.
    void onWait(const AnswerWait& wait) override;
    void onStarted() override;
    void onText(std::string_view text, std::span<const runtime::TokenDetail> tokens) override;
    void onToolCall(const runtime::ToolCall& call) override;
    void onSpeed(double tokensPerSecond) override;
    void onFinished(const AnswerStatistics& statistics) override;
    void onFailed(const runtime::AnswerFailure& failure) override;

    template <typename Report>
    void post(Report report);
    void countDown();
    void end();

    std::shared_ptr<AnswerStream> m_self; // null: the answer has ended or nobody reads it
    runtime::Answer m_answer;
    std::vector<runtime::TokenDetail> m_tokens;
    std::vector<runtime::ToolCall> m_calls;
    runtime::AnswerWait m_wait; // that was reported last
    QTimer m_count; // runs while its estimate may continue
};

} // namespace services
