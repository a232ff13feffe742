#pragma once

#include "runtime/answer_engine.h"
#include "runtime/answers/answer_job.h"
#include "runtime/tool_calls/tool_call_reader.h"

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <span>
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

/// The part of an engine that writes its answers, any number at the same time and with one model:
/// encodes their images, one between two steps of the loop, and leaves the rest to the generator.
/// It has the only list of running answers. An error in one answer does not affect the others.
class AnswerRunner : public AnswerEngine {
public:
    /// `files` is where the prompt cache of conversations is stored; null: nowhere.
    AnswerRunner(std::shared_ptr<EngineHost> host, std::shared_ptr<RememberedFiles> files);
    ~AnswerRunner() override;

    /// Queues an answer, which begins on the thread of the loop once there is a model. If the model
    /// cannot see, an image in the message to be answered fails the answer; images in earlier
    /// messages are left out.
    Answer submit(AnswerRequest request, std::shared_ptr<AnswerSink> sink) override;
    EngineUse use() const override;
    void keepRemembered() override;

protected:
    engine::AsyncGenerator& loop() const { return *m_loop; }
    EngineHost& host() const { return *m_host; }
    void noteUse(); ///< the model was used now

    // ---- on the thread of the loop ----

    /// Sets the model that writes the answers from now on, beginning with those that waited for it.
    /// Returns a message if its draft model does not fit and is not used. Throws Error if the model
    /// cannot be used.
    std::string setModel(std::unique_ptr<LoadedModel> model);
    /// Releases the model. Running answers fail with `why`, and so do later ones.
    void releaseModel(const AnswerFailure& why);

    /// The device is lost, and all later answers would fail. Called before the sinks are notified.
    virtual void onDeviceLost(const AnswerFailure& why) = 0;

    /// Reports to all answers that have not begun why they wait. Answers that were stopped
    /// meanwhile end.
    void reportWait(const AnswerWait& wait);

    /// Writes what the cache holds of conversations to the disk, the most recent first, until
    /// `isGivenUp` returns true.
    void savePromptCache(const std::function<bool()>& isGivenUp);

private:
    struct Open; // an answer
    using Position = std::list<Open>::iterator;

    void takeSubmitted();
    void prepare();
    void endStopped();
    void prepareNext(Position answer);
    bool encodePicture(Open& answer);
    void answerForeign(Position answer);
    void enqueue(Position answer);
    void reportPictures();
    void reportQueued();
    void reportStarted(Open& answer);
    void reportPrompt(Open& answer, int64_t read, int64_t all);
    void reportSpeed(Open& answer);
    void report(Position answer, const engine::Result& result);
    void reportPromptTokens(
        Open& answer, const engine::TokenIds& ids, int64_t first, std::span<const float> logits);
    void deliverText(Open& answer, const engine::Result& result);
    void deliver(Open& answer, std::vector<ToolCallReader::Part> parts);
    void makeRoomToGoOn(Open& answer);
    void finish(Position answer, const AnswerStatistics& statistics);
    void fail(Position answer, const AnswerFailure& failure);
    bool isDeviceGone() const;
    void reportEnd(Position answer, const engine::Result& result);
    void noteEnd();

    const std::shared_ptr<EngineHost> m_host;
    const std::shared_ptr<RememberedFiles> m_files; // may be null
    const std::unique_ptr<engine::AsyncGenerator> m_loop;

    // Touched by the thread of the loop only.
    std::unique_ptr<LoadedModel> m_model; // null: none
    std::unique_ptr<FormConstraints> m_forms; // of the model, as is the next
    std::unique_ptr<RememberedConversations> m_remembered;
    std::list<Open> m_answers; // in the order in which they came
    bool m_isPreparing = false; // prepare() was posted
    double m_pictureSeconds = 0; // that the last one took
    std::chrono::steady_clock::time_point m_queueReported = {};

    mutable std::mutex m_mutex; // guards what follows; never held while others are called
    std::list<Open> m_submitted; // that the thread of the loop has not taken yet
    EngineUse m_use;
    std::optional<AnswerFailure> m_whyClosed; // there will be no model any more
};

} // namespace runtime
