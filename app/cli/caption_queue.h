#pragma once

#include "app/cli/caption_output.h"
#include "engine/generate/generator.h"
#include "services/generation/loaded_model.h"

#include <QStringList>

#include <chrono>
#include <map>
#include <string>

namespace app {

/// Describes any number of pictures, a few at a time, over one generator.
class CaptionQueue {
public:
    /// `request` holds what all answers share; `jobs` pictures are described at once. The model
    /// must outlive the queue.
    CaptionQueue(
        services::LoadedModel& model, std::string prompt, engine::Job request, int64_t jobs);

    /// Writes the captions in the order of `files`. A picture that cannot be described is named on
    /// stderr with the reason. True if all were.
    bool run(const QStringList& files, CaptionOutput& output);

private:
    using Clock = std::chrono::steady_clock;

    struct Running {
        qsizetype place = 0; ///< in the list of files
        Caption caption;
        Clock::time_point start;
    };

    void start(qsizetype place, const QString& file);
    void take(const engine::Result& result);
    void fail(qsizetype place, const QString& file, const std::string& sentence);
    void writeFinished(CaptionOutput& output, bool all);

    services::LoadedModel& m_model;
    std::string m_prompt;
    engine::Job m_request;
    int64_t m_jobs;
    engine::Generator m_generator;
    std::map<int64_t, Running> m_running; // by serial
    std::map<qsizetype, Caption> m_finished; // by place; an empty file name marks a failure
    qsizetype m_written = 0;
    bool m_allWell = true;
};

} // namespace app
