#pragma once

#include "services/generation/answer_request.h"
#include "services/generation/answer_runner.h"
#include "services/generation/answer_statistics.h"
#include "services/generation/answer_wait.h"
#include "services/generation/model_summary.h"
#include "services/generation/open_answers.h"
#include "services/generation/prompt_format.h"

#include <QThread>

#include <memory>

namespace services {

class CacheShelf;
struct LoadOptions;

/// The only thread that touches a device: it runs the loop of the generator, owns the model and
/// writes all answers. load, submit and stop may be called from any thread and return at once;
/// signals carry values. Every id that submit returned ends with exactly one answerFinished or
/// answerFailed, unless the thread itself ends first.
class GeneratorThread : public QThread, private AnswerListener {
    Q_OBJECT

public:
    explicit GeneratorThread(QObject* parent = nullptr);
    ~GeneratorThread() override; ///< ends after the layer, or the picture, under way

    /// Ends the thread, after the layer or the picture under way; does not wait.
    void close();

    /// Replaces the model. Answers under way fail with a sentence; later ones wait for the new
    /// model.
    void load(const LoadOptions& options);

    /// Where models that are loaded from now on keep what they remember of conversations, when they
    /// are let go of and when keepConversations() says so.
    void setCacheShelf(std::shared_ptr<CacheShelf> shelf);
    /// Does so now, unless something else is to be done.
    void keepConversations();

    AnswerId submit(AnswerRequest request);
    /// Ends an answer, also while its prompt is read, after the layer that is being computed or,
    /// if it waits for its pictures, after the step. What was written is kept.
    void stop(AnswerId id);

signals:
    void modelLoading(double share); ///< 0 … 1
    void modelLoaded(
        const services::ModelSummary& model, const services::PromptFormatPtr& promptFormat);
    void modelFailed(const QString& sentence); ///< to load, or later: its device is gone

    void answerWaits(services::AnswerId id, const services::AnswerWait& wait); ///< until textAdded
    void answerStarted(services::AnswerId id);
    void textAdded(services::AnswerId id, const QString& text);
    void answerFinished(services::AnswerId id, const services::AnswerStatistics& statistics);
    void answerFailed(services::AnswerId id, const QString& sentence);

protected:
    void run() override;

private:
    void openModel(LoadOptions options);
    void closeModel(const QString& sentence);

    void onWaiting(AnswerId id, const AnswerWait& wait) override;
    void onStarted(AnswerId id) override;
    void onText(AnswerId id, const QString& text) override;
    void onFinished(AnswerId id, const AnswerStatistics& statistics) override;
    void onFailed(AnswerId id, const QString& sentence) override;
    void onModelLost(const QString& sentence) override;

    OpenAnswers m_open;
    std::unique_ptr<engine::AsyncGenerator> m_loop;
    std::unique_ptr<AnswerRunner> m_runner; // touched by the loop's thread only, once that runs
};

} // namespace services

Q_DECLARE_METATYPE(services::ModelSummary)
Q_DECLARE_METATYPE(services::PromptFormatPtr)
Q_DECLARE_METATYPE(services::AnswerStatistics)
