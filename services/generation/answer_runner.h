#pragma once

#include "services/generation/answer_request.h"
#include "services/generation/answer_statistics.h"

#include <QByteArray>
#include <QElapsedTimer>

#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace engine {
class Generator;
struct Result;
} // namespace engine

namespace services {

class LoadedModel;
struct PromptMessage;

/// Hears of answers, on the thread of the runner.
class AnswerListener {
public:
    virtual ~AnswerListener() = default;
    virtual void onStarted(AnswerId id) = 0;
    virtual void onText(AnswerId id, const QString& text) = 0;
    virtual void onFinished(AnswerId id, const AnswerStatistics& statistics) = 0;
    virtual void onFailed(AnswerId id, const QString& sentence) = 0;
};

/// Writes any number of answers at once with one model. Belongs to the thread of the model. Every
/// answer that was begun ends with exactly one onFinished or onFailed; an error in one of them does
/// not touch the others.
class AnswerRunner {
public:
    /// Model and listener must outlive the runner.
    AnswerRunner(LoadedModel& model, AnswerListener& listener);
    ~AnswerRunner();

    void begin(AnswerId id, AnswerRequest request);
    void stop(AnswerId id); ///< what was written is kept; unknown answers are left alone

    bool isIdle() const;

    void failAll(const QString& sentence); ///< ends every answer

    /// One step: encodes at most one picture, writes at most one token of each answer.
    void step();

private:
    // A request whose pictures are being encoded.
    struct Waiting;
    // One that the generator works on, by its serial number.
    struct Running {
        AnswerId id = 0;
        QElapsedTimer sinceBegin;
        double firstTokenSeconds = 0;
    };

    void prepareNext();
    void encodePicture(Waiting& waiting);
    void enqueue(Waiting& waiting);
    void report(const engine::Result& result);
    void reportEnd(const engine::Result& result, const Running& running);

    LoadedModel& m_model;
    AnswerListener& m_listener;
    std::unique_ptr<engine::Generator> m_generator;
    std::deque<Waiting> m_waiting;
    std::map<int64_t, Running> m_running;
};

} // namespace services
