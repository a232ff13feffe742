#pragma once

#include "runtime/answer_engine.h"
#include "runtime/answers/answer_job.h"
#include "runtime/tool_calls/tool_call_reader.h"

#include <functional>
#include <list>
#include <memory>
#include <mutex>
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

/// What the runner reports to its engine, on the thread of the loop.
struct RunnerEvents {
    std::function<void()> answered; ///< an answer has ended
    /// The device is lost, and all later answers would fail. Called before the sinks are notified.
    std::function<void(const AnswerFailure&)> deviceLost;
};

/// Writes any number of answers at the same time with one model: encodes their images, one between
/// two steps of the loop, and leaves the rest to the generator. It has the only list of running
/// answers. Used on the thread of the loop, except for submit(). An error in one answer does not
/// affect the others.
class AnswerRunner {
public:
    AnswerRunner(engine::AsyncGenerator& loop, RunnerEvents events); ///< `loop` must outlive it
    ~AnswerRunner();

    /// Sets the model that writes the answers from now on, beginning with those that waited for it.
    /// `files` is where it keeps the prompt cache of conversations; null: nowhere. Returns a
    /// message if its draft model does not fit and is not used. Throws Error if the model cannot be
    /// used.
    std::string open(std::unique_ptr<LoadedModel> model, std::shared_ptr<RememberedFiles> files);
    /// Releases the model. Running answers fail with `why`, and so do later ones.
    void close(const AnswerFailure& why);

    /// Queues an answer, which begins on the thread of the loop once there is a model; any thread
    /// may call it. `stop` ends the answer; what was written is kept. If the model cannot see, an
    /// image in the message to be answered fails the answer; images in earlier messages are left
    /// out. Returns false if the runner is closed: then it has failed the answer itself.
    bool submit(AnswerRequest request, int64_t removals, std::shared_ptr<AnswerSink> sink,
        std::stop_token stop);

    /// Tells all answers that have not begun why they wait. Answers that were stopped meanwhile
    /// end.
    void tellAll(const AnswerWait& wait);

    /// Writes what the cache holds of conversations to the disk, the most recent first, until
    /// `isGivenUp` returns true.
    void keepRemembered(const std::function<bool()>& isGivenUp);

private:
    struct Open; // an answer
    using Position = std::list<Open>::iterator;

    void takeSubmitted();
    void prepare();
    void endStopped();
    void prepareNext(Position answer);
    bool encodePicture(Open& answer);
    void sayForeign(Position answer);
    void enqueue(Position answer);
    void tellPictures();
    void tellQueued();
    void tellStarted(Open& answer);
    void tellPrompt(Open& answer, int64_t read, int64_t all);
    void tellSpeed(Open& answer);
    void report(Position answer, const engine::Result& result);
    void say(Open& answer, const engine::Result& result);
    void tell(Open& answer, std::vector<ToolCallReader::Part> parts);
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
    std::list<Open> m_answers; // in the order in which they came
    bool m_isPreparing = false; // prepare() was posted
    double m_pictureSeconds = 0; // that the last one took
    std::chrono::steady_clock::time_point m_queueTold = {};

    std::mutex m_mutex; // guards what follows; never held while others are called
    std::list<Open> m_submitted; // that the thread of the loop has not taken yet
    std::optional<AnswerFailure> m_whyClosed; // there will be no model any more
};

} // namespace runtime
