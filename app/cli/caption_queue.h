#pragma once

#include "app/cli/caption_output.h"

#include <QStringList>

#include "runtime/answer_engine.h"
#include <map>
#include <memory>
#include <string>

namespace app {

/// Describes any number of pictures, a few at a time.
class CaptionQueue {
public:
    enum class Texts { Unread, Read }; ///< those in the pictures

    /// Describes `jobs` pictures at once. The engine must outlive the queue.
    CaptionQueue(runtime::AnswerEngine& engine, std::string prompt,
        const runtime::AnswerSettings& settings, int64_t jobs, Texts texts);
    ~CaptionQueue();

    /// Writes captions and failures in the order of `files`. Returns true if all were described.
    bool run(const QStringList& files, CaptionOutput& output);

private:
    class Sink;
    struct Mailbox; // of captions that have ended

    void start(qsizetype place, const QString& file);
    void takeEnded();
    void writeFinished(CaptionOutput& output);

    runtime::AnswerEngine& m_engine;
    std::string m_prompt;
    runtime::AnswerSettings m_settings;
    int64_t m_jobs;
    Texts m_texts;
    const std::chrono::system_clock::time_point m_begun = std::chrono::system_clock::now();
    std::shared_ptr<Mailbox> m_mailbox;
    std::map<qsizetype, runtime::Answer> m_running; // by place in the list of files
    std::map<qsizetype, Caption> m_finished; // by place
    qsizetype m_written = 0;
    bool m_allWell = true;
};

} // namespace app
