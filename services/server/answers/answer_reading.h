#pragma once

#include "runtime/answer_engine.h"
#include "runtime/reading/thought_splitter.h"
#include "services/server/answers/request_gate.h"
#include "services/server/answers/served_models.h"
#include "services/server/answers/server_metrics.h"
#include "services/server/protocol/sampling_fields.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace services::server {

class ApiError;

/// Takes answers from the engine's thread to the thread of the client that waits for them. What comes
/// faster than it is taken is joined.
class AnswerQueue : public std::enable_shared_from_this<AnswerQueue> {
public:
    /// More of an answer, or its end.
    struct Event {
        int answer = 0;
        std::string text = {};
        std::vector<runtime::TokenDetail> tokens = {};
        std::vector<runtime::TokenDetail> prompt = {}; ///< its tokens, before the text
        std::vector<runtime::ToolCall> calls = {}; ///< behind the text
        std::optional<runtime::AnswerStatistics> end = {};
        std::optional<runtime::AnswerFailure> failure = {};
    };

    /// `pass` is released at the end of the answer, even while its client still reads it.
    std::shared_ptr<runtime::AnswerSink> sink(int answer, std::shared_ptr<RequestGate::Pass> pass);

    /// Nothing if none comes within `patience`.
    std::optional<Event> next(std::chrono::milliseconds patience);

private:
    class Sink;
    void add(Event event);

    std::mutex m_mutex; // guards what follows
    std::condition_variable m_changed;
    std::deque<Event> m_events;
};

/// What all readings of a server share.
struct AnswerPlaces {
    RequestGate& gate;
    Metrics& metrics;
    std::chrono::milliseconds keepAlive{}; ///< see ServerOptions
};

/// The answers to a request, read by the thread of its client. Destroying it, and a client that hangs
/// up, stops them.
class AnswerReading {
public:
    /// Why an answer ended.
    enum class Finish { Stop, StopString, Length, ToolCalls };

    /// More of an answer, or its end.
    struct Event {
        int answer = 0;
        std::vector<runtime::AnswerPart> parts = {};
        std::vector<runtime::ToolCall> calls = {}; ///< behind the parts
        std::vector<runtime::TokenDetail> tokens = {};
        std::vector<runtime::TokenDetail> prompt = {}; ///< its tokens, before the others
        std::optional<Finish> finish = {};
        bool isSure = true; ///< at the end; see runtime::AnswerStatistics
    };

    struct Usage {
        int64_t promptTokens = 0, cachedTokens = 0, answerTokens = 0, thoughtTokens = 0;
    };

    /// Waits for its turn and begins the answers. Throws ApiError if the model cannot do what is
    /// asked, if the prompt is too long, or if too many wait; throws ClientGone.
    AnswerReading(ServedModel model, GenerationRequest generation, AnswerPlaces places,
        std::function<bool()> isGone);

    /// Waits until an answer has begun or failed, so that what is wrong is known before anything is
    /// sent; no longer than AnswerPlaces::keepAlive. Throws as next() does.
    void awaitBeginning();

    /// `write` is called by next() whenever it has had nothing to return for that time. It may throw ClientGone.
    void onSilence(std::function<void()> write) { m_onSilence = std::move(write); }

    /// Waits for more; nothing once all answers have ended. Throws ApiError if one fails, and
    /// ClientGone.
    std::optional<Event> next();

    const std::string& model() const { return m_model.id; }
    const Usage& usage() const { return m_usage; } ///< of the answers that have ended
    /// What was left out of the request, by subject, for the metadata of the response.
    const std::map<std::string, std::string>& notes() const { return m_notes; }
    const std::string& stopString() const { return m_stopString; } ///< of the last that has ended

private:
    struct Written {
        runtime::ThoughtSplitter splitter;
        std::string thought = {};
        std::string form = {}; ///< of calls that the answer is held to
        bool hasCalls = false;
    };

    void prepareTools(const runtime::ModelSummary& summary);
    void requireRoom() const;
    void begin(const runtime::AnswerForm& form, std::shared_ptr<RequestGate::Pass> pass);
    std::optional<AnswerQueue::Event> awaitBriefly();
    Event read(AnswerQueue::Event from);
    std::vector<runtime::AnswerPart> takeParts(
        Written& written, const std::string& text, bool isLast) const;
    void takeForced(Written& written, Event& event, bool isEnd);
    void keepOneCall(const Written& written, Event& event);
    Finish end(Written& written, const runtime::AnswerStatistics& statistics);

    const ServedModel m_model;
    GenerationRequest m_generation;
    Metrics& m_metrics;
    const std::function<bool()> m_isGone;
    const std::chrono::milliseconds m_keepAlive;
    std::function<void()> m_onSilence; // may be empty
    const std::shared_ptr<AnswerQueue> m_queue = std::make_shared<AnswerQueue>();
    std::vector<Written> m_written;
    std::vector<runtime::Answer> m_answers;
    std::optional<AnswerQueue::Event> m_first; // that awaitBeginning() has taken
    int m_open = 0; // answers that have not ended
    std::map<std::string, std::string> m_notes; // see notes()
    bool m_isForced = false; // answers are held to calls
    Usage m_usage;
    std::string m_stopString;
};

/// The error for the client of an answer that failed.
ApiError toApiError(const runtime::AnswerFailure& failure);

/// Waits for a slot at the gate. Throws ApiError(429) and ClientGone.
RequestGate::Pass enter(RequestGate& gate, int answers, const std::function<bool()>& isGone);

/// AnswerEngine::count(); long texts wait until others are counted. Throws ClientGone.
std::optional<runtime::TokenCount> countTokens(const ServedModel& model,
    const runtime::AnswerRequest& request, const std::function<bool()>& isGone);

/// Waits until the model is ready and returns what it is; one that is loaded when it is asked is loaded
/// again if it goes meanwhile. Throws ApiError if it cannot be loaded or somebody cancels that, and
/// ClientGone.
runtime::ModelSummary awaitReady(const ServedModel& model, const std::function<bool()>& isGone);

} // namespace services::server
