#pragma once

#include "runtime/answer_engine.h"
#include "services/generation/model_state.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace services {

/// One answer, for the thread that reads it: turns what an engine says on its own thread into
/// signals here. Its reader owns it. Exactly one of finished and failed is sent, as the last
/// signal; the stream then deletes itself. Deleting it earlier stops the answer, and no further
/// signal is sent.
class AnswerStream : public QObject {
    Q_OBJECT

public:
    static constexpr int countEvery = 1000; ///< milliseconds between two steps of an estimate

    /// Begins an answer that goes to this sink.
    using Begin = std::function<runtime::Answer(std::shared_ptr<runtime::AnswerSink>)>;

    explicit AnswerStream(const Begin& begin, QObject* reader = nullptr);
    ~AnswerStream() override;

    /// The tokens of the answer so far, if the request requested the likeliest ones.
    const std::vector<runtime::TokenDetail>& tokens() const { return m_tokens; }
    /// The calls of tools in the answer so far.
    const std::vector<runtime::ToolCall>& calls() const { return m_calls; }

    void stop(); ///< returns at once; what was written is kept
    void abandon(); ///< stops, sends no further signal and deletes the stream

signals:
    /// Why there are no words yet, in the window's language. If nothing arrives for a second, the
    /// estimate of the remaining time continues by itself.
    void waits(const QString& sentence);
    void started(); ///< the prompt is being read; sent at most once
    void textAdded(const QString& text);
    void writes(double tokensPerSecond); ///< how fast; sent several times a second
    void finished(const services::AnswerStatistics& statistics);
    void failed(const QString& sentence);

private:
    class Sink;

    void wait(const runtime::AnswerWait& wait);
    void countDown();

    std::shared_ptr<Sink> m_sink;
    runtime::Answer m_answer;
    std::vector<runtime::TokenDetail> m_tokens;
    std::vector<runtime::ToolCall> m_calls;
    runtime::AnswerWait m_wait; // that was reported last
    QTimer m_count; // runs while its estimate may continue
};

} // namespace services
