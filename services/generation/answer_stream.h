#pragma once

#include "services/generation/answer_statistics.h"

#include <QObject>

#include "runtime/answer_engine.h"
#include <functional>
#include <memory>

namespace services {

/// One answer, for the thread that reads it: what an engine says on its own thread as signals here.
/// Belongs to its reader. finished or failed comes once and last; the stream deletes itself then.
/// Deleting it earlier stops the answer, and nothing more is heard of it.
class AnswerStream : public QObject {
    Q_OBJECT

public:
    /// How an answer is begun whose words go to this sink.
    using Begin = std::function<runtime::Answer(std::shared_ptr<runtime::AnswerSink>)>;

    explicit AnswerStream(const Begin& begin, QObject* reader = nullptr);
    ~AnswerStream() override;

    void stop(); ///< returns at once; what was written is kept
    void abandon(); ///< the same, nothing more is heard of it, and the stream goes

signals:
    void waits(const QString& sentence); ///< why there are no words yet, in the window's language
    void started(); ///< its prompt is being read; at most once
    void textAdded(const QString& text);
    void finished(const services::AnswerStatistics& statistics);
    void failed(const QString& sentence);

private:
    class Sink;

    std::shared_ptr<Sink> m_sink;
    runtime::Answer m_answer;
};

} // namespace services
