#pragma once

#include "services/generation/answer_request.h"
#include "services/generation/answer_runner.h"
#include "services/generation/answer_statistics.h"
#include "services/generation/model_summary.h"

#include <QMutex>
#include <QThread>
#include <QWaitCondition>

#include <atomic>
#include <deque>
#include <memory>

namespace services {

struct LoadOptions;

/// The only thread that touches a device: it owns the model and writes all answers. load, submit
/// and stop may be called from any thread and return at once; signals carry values. Every id that
/// submit returned ends with exactly one answerFinished or answerFailed, unless the thread itself
/// ends first.
class GeneratorThread : public QThread, private AnswerListener {
    Q_OBJECT

public:
    explicit GeneratorThread(QObject* parent = nullptr);
    ~GeneratorThread() override; ///< waits for the step under way, then ends

    /// Replaces the model. Answers under way fail with a sentence; later ones wait for the new
    /// model.
    void load(const LoadOptions& options);

    AnswerId submit(AnswerRequest request);
    void stop(AnswerId id);

signals:
    void modelLoading(double share); ///< 0 … 1
    void modelLoaded(const services::ModelSummary& model);
    void modelFailed(const QString& sentence);

    void answerStarted(services::AnswerId id);
    void textAdded(services::AnswerId id, const QString& text);
    void answerFinished(services::AnswerId id, const services::AnswerStatistics& statistics);
    void answerFailed(services::AnswerId id, const QString& sentence);

protected:
    void run() override;

private:
    // What other threads ask for, in their order.
    struct Command {
        enum class Kind { Load, Begin, Stop } kind = Kind::Load;
        std::shared_ptr<const LoadOptions> options;
        AnswerId id = 0;
        AnswerRequest request;
    };

    void push(Command command);
    std::deque<Command> takeCommands(bool wait);
    void execute(Command& command);
    void openModel(const LoadOptions& options);
    void closeModel();

    void onStarted(AnswerId id) override;
    void onText(AnswerId id, const QString& text) override;
    void onFinished(AnswerId id, const AnswerStatistics& statistics) override;
    void onFailed(AnswerId id, const QString& sentence) override;

    QMutex m_mutex; // guards m_commands
    QWaitCondition m_commandsArrived;
    std::deque<Command> m_commands;
    std::atomic<bool> m_ending = false;
    std::atomic<AnswerId> m_lastId = 0;

    // Touched by run() only.
    std::unique_ptr<LoadedModel> m_model;
    std::unique_ptr<AnswerRunner> m_runner;
    QString m_whyNoModel;
};

} // namespace services

Q_DECLARE_METATYPE(services::ModelSummary)
Q_DECLARE_METATYPE(services::AnswerStatistics)
