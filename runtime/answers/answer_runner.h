#pragma once

#include "runtime/answer_engine.h"
#include "runtime/answers/answer_job.h"
#include <functional>
#include <list>
#include <memory>
#include <stop_token>
#include <string>

namespace engine {
class AsyncGenerator;
struct Result;
} // namespace engine

namespace runtime {

class LoadedModel;
class RememberedConversations;
class RememberedFiles;

/// What the runner tells its engine, on the thread of the loop.
struct RunnerEvents {
    std::function<void()> answered; ///< an answer has ended
    /// The device is gone, and all answers to come would fail. Before the answers hear of it.
    std::function<void(const AnswerFailure&)> deviceLost;
};

/// Writes any number of answers at once with one model: encodes their pictures, one between two
/// steps of the loop, and lets the generator do the rest. Used on the thread of the loop. An error
/// in one answer does not touch the others. It holds the only list of answers that there is.
class AnswerRunner {
public:
    AnswerRunner(engine::AsyncGenerator& loop, RunnerEvents events); ///< loop: must outlive it
    ~AnswerRunner();

    /// Answers are written with this model from now on, those that waited for it first. `files`:
    /// where it keeps what it remembers of conversations; null: nowhere. Returns a sentence if its
    /// draft model does not fit it and is left alone. Throws Error if the model cannot be used.
    std::string open(std::unique_ptr<LoadedModel> model, std::shared_ptr<RememberedFiles> files);
    /// Lets go of the model. The answers under way fail with this, and so do later ones.
    void close(const AnswerFailure& why);

    /// Takes in an answer. It waits until there is a model. `stop` ends it; what was written is
    /// kept. A picture in the message to be answered fails the answer if the model cannot see;
    /// those in earlier ones are left out then.
    void begin(AnswerRequest request, int64_t removals, std::shared_ptr<AnswerSink> sink,
        std::stop_token stop);

    /// To all that have not begun: why. Those that were stopped meanwhile end.
    void tellAll(const AnswerWait& wait);

    /// Writes down what the cache holds of conversations, the latest first, until `isGivenUp`.
    void keepRemembered(const std::function<bool()>& isGivenUp);

private:
    struct Open; // an answer
    using Position = std::list<Open>::iterator;

    void prepare();
    void endStopped();
    void prepareNext(Position answer);
    bool encodePicture(Open& answer);
    void enqueue(Position answer);
    void tellPictures();
    void tellQueued();
    void tellPrompt(Open& answer, const engine::Result& result);
    void report(Position answer, const engine::Result& result);
    void say(Open& answer, const engine::Result& result);
    void makeRoomToGoOn(Open& answer);
    void finish(Position answer, const AnswerStatistics& statistics);
    void fail(Position answer, const AnswerFailure& failure);
    bool isDeviceGone() const;
    void reportEnd(Position answer, const engine::Result& result);

    engine::AsyncGenerator& m_loop;
    const RunnerEvents m_events;
    std::unique_ptr<LoadedModel> m_model; // null: none
    std::unique_ptr<FormConstraints> m_forms; // of the model, as is the next
    std::unique_ptr<RememberedConversations> m_remembered;
    std::optional<AnswerFailure> m_whyClosed; // there will be no model any more
    std::list<Open> m_answers; // in the order in which they came
    bool m_isPreparing = false; // prepare() was posted
    double m_pictureSeconds = 0; // that the last one took
    std::chrono::steady_clock::time_point m_queueTold = {};
};

} // namespace runtime
