#include "services/documents/answers/chosen_checker.h"

#include "base/error.h"
#include "services/documents/answers/supporting_sentence.h"

#include <memory>
#include <mutex>

namespace services {

namespace {

struct ChosenChecker {
    std::mutex mutex; // of `model`
    QString model;

    // These belong to the thread of the checker.
    QString loaded;
    std::unique_ptr<StatementChecker> checker;
};

ChosenChecker& chosen()
{
    static ChosenChecker chosen;
    return chosen;
}

StatementChecker* loadedChecker(const QString& model)
{
    ChosenChecker& here = chosen();
    if (model == here.loaded)
        return here.checker.get();
    here.loaded = model;
    here.checker.reset();
    try {
        here.checker = std::make_unique<EntailmentChecker>(model.toStdString());
    } catch (const base::Error& error) {
        qWarning("Answers are checked by their facts alone: %s", error.what());
    }
    return here.checker.get();
}

} // namespace

void chooseAnswerChecker(const QString& model)
{
    const std::lock_guard lock(chosen().mutex);
    chosen().model = model;
}

QString answerChecker()
{
    const std::lock_guard lock(chosen().mutex);
    return chosen().model;
}

base::SerialWorker& checkerThread()
{
    static base::SerialWorker thread;
    return thread;
}

std::vector<Citation> checkByChosen(std::string_view answer, std::span<const std::string> passages)
{
    const QString model = answerChecker();
    if (model.isEmpty())
        return citationsIn(answer, passages);
    return checkerThread().run([&] { return checkCitations(answer, passages, model); });
}

std::vector<ByteRange> findSentencesByChosen(
    std::span<const std::string> statements, std::string_view passage)
{
    const QString model = answerChecker();
    if (model.isEmpty())
        return findSupportingSentences(statements, passage);
    return checkerThread().run(
        [&] { return findSupportingSentences(statements, passage, loadedChecker(model)); });
}

std::vector<Citation> checkCitations(
    std::string_view answer, std::span<const std::string> passages, const QString& model)
{
    return citationsIn(answer, passages, model.isEmpty() ? nullptr : loadedChecker(model));
}

} // namespace services
