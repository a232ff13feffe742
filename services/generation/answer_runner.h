#pragma once

#include "kernels/error.h"
#include "services/generation/answer_job.h"
#include "services/generation/answer_request.h"
#include "services/generation/answer_statistics.h"
#include "services/generation/answer_wait.h"

#include <QElapsedTimer>
#include <QString>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>

namespace engine {
class AsyncGenerator;
struct Result;
} // namespace engine

namespace services {

class CacheShelf;
class ConversationMemory;
class LoadedModel;

/// Hears of answers, on the thread of the loop.
class AnswerListener {
public:
    virtual ~AnswerListener() = default;
    virtual void onWaiting(AnswerId id, const AnswerWait& wait) = 0; ///< now and then until onText
    virtual void onStarted(AnswerId id) = 0;
    virtual void onText(AnswerId id, const QString& text) = 0;
    virtual void onFinished(AnswerId id, const AnswerStatistics& statistics) = 0;
    virtual void onFailed(AnswerId id, const QString& sentence) = 0;
    /// The device is gone, and all answers to come would fail; before onFailed.
    virtual void onModelLost(const QString& sentence) = 0;
};

/// Writes any number of answers at once with one model: encodes their pictures, one between two
/// steps of the loop, and lets the generator do the rest. Used on the thread of the loop. Every
/// answer that was begun ends with exactly one onFinished or onFailed; an error in one of them does
/// not touch the others.
class AnswerRunner {
public:
    /// Loop and listener must outlive the runner.
    AnswerRunner(engine::AsyncGenerator& loop, AnswerListener& listener);
    ~AnswerRunner();

    /// Where models that are opened from now on keep what they remember of conversations. Null, as
    /// at first: nowhere.
    void setCacheShelf(std::shared_ptr<CacheShelf> shelf);

    /// Answers are written with this model from now on. Returns a sentence if its draft model does
    /// not fit it and is left alone. Throws Error if the model cannot be used.
    QString open(std::unique_ptr<LoadedModel> model);
    /// Lets go of the model. The answers under way fail with the sentence, and so do later ones.
    void close(const QString& sentence);

    /// `stop` ends the answer; what was written is kept. A picture in the message to be answered
    /// fails the answer if the model cannot see; those in earlier ones are left out then.
    void begin(AnswerId id, AnswerRequest request, std::stop_token stop);

    /// Puts on the shelf what the cache holds of conversations, the latest first, until
    /// `isGivenUp`.
    void keepConversations(const std::function<bool()>& isGivenUp);

private:
    struct Waiting; // a request whose pictures are being encoded
    struct Running; // one that the generator works on

    void prepare();
    void endStopped();
    void prepareFirst();
    void encodePicture(Waiting& waiting);
    void enqueue(Waiting& waiting);
    void tellWaiting();
    void tellQueued();
    void tellPrompt(AnswerId id, Running& running, const engine::Result& result);
    void report(AnswerId id, const engine::Result& result);
    static void addTokens(Running& running, const engine::Result& result);
    void makeRoomToGoOn(Running& running);
    void fail(AnswerId id, const QString& sentence, std::optional<kernels::ErrorKind> kind);
    bool isDeviceGone() const;
    void reportEnd(AnswerId id, const engine::Result& result, double firstTokenSeconds);

    engine::AsyncGenerator& m_loop;
    AnswerListener& m_listener;
    std::unique_ptr<LoadedModel> m_model; // null: none
    std::unique_ptr<SchemaConstraints> m_schemas; // of the model
    std::unique_ptr<ConversationMemory> m_memory; // likewise
    std::shared_ptr<CacheShelf> m_shelf; // may be null
    QString m_whyNoModel;
    std::deque<Waiting> m_waiting;
    bool m_isPreparing = false; // prepare() was posted
    double m_pictureSeconds = 0; // that the last one took
    std::map<AnswerId, Running> m_running;
    QElapsedTimer m_sinceQueueTold;
};

} // namespace services
