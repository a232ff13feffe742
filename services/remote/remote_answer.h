#pragma once

#include "runtime/answer_engine.h"
#include "services/network/retries.h"
#include "services/remote/answer_piece.h"
#include "services/remote/offered_model.h"
#include "services/remote/remote_call.h"
#include "services/remote/remote_thread.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace services {

/// A model at a remote server, and as who it is asked.
struct RemoteModel {
    QString address;
    QByteArray key; ///< empty: none
    OfferedModel facts;
};

/// One answer of a model at a remote server: waits for its turn, asks, reads the stream and tells
/// the sink. If nothing has arrived, it asks again; what has arrived is never requested twice.
/// Lives on the remote thread.
class RemoteAnswer : public QObject {
    Q_OBJECT

public:
    /// What is to be answered, to whom, and whether somebody still wants it.
    struct Task {
        runtime::AnswerRequest request;
        std::shared_ptr<runtime::AnswerSink> sink;
        std::stop_token stop;
    };

    /// The thread must outlive it.
    RemoteAnswer(Task task, RemoteThread& thread, const RemoteTimes& times);
    ~RemoteAnswer() override;

    void ask(const RemoteModel& model); ///< once, as soon as the engine is ready
    void fail(const runtime::AnswerFailure& why); ///< ends it, unless it has ended

signals:
    /// The remote server is not there, for anybody. Sent before the sink is notified.
    void foundAway(const QString& message);
    void ended(); ///< the sink was notified of the end; the last signal

private:
    void enter(Traffic::Place place);
    void prepare();
    int pictureSide() const;
    void send();
    void readBegin();
    void take(const QByteArray& bytes);
    void takeEvents(const std::vector<std::string>& events);
    void takePiece(AnswerPiece piece);
    void takeCalls(const std::vector<CallPiece>& calls);
    void takeEnd();
    void conclude();
    void onCallFailed(const RemoteFailure& failure);
    bool asksAgain(const RemoteFailure& failure);
    bool sendsSmallerPictures(const RemoteFailure& failure);

    void think(const std::string& thought);
    void answer(const std::string& text, std::vector<runtime::TokenDetail> tokens);
    void say(std::string text, const std::vector<runtime::TokenDetail>& tokens);
    void closeThought();

    void stop();
    void complete(runtime::AnswerStatistics::End end);
    void failStrangely(const QString& details);
    void failBy(const RemoteFailure& failure);
    void leave();
    void tellWait();
    void tellSpeed();
    runtime::AnswerStatistics statistics(runtime::AnswerStatistics::End end) const;
    void forgetTry();
    bool keepsToForm() const;
    QString missingForm() const;
    int64_t answerTokens() const;

    runtime::AnswerRequest m_request;
    std::shared_ptr<runtime::AnswerSink> m_sink; // null: the end was reported
    RemoteThread& m_thread;
    const RemoteTimes m_times;
    const int64_t m_maxTokens;
    RemoteModel m_model;
    Traffic* m_traffic = nullptr; // null: it has not been asked yet
    Retries m_retries;
    int m_putOff = 0; // how often the server was too busy
    int m_lost = 0; // how often it was not reached
    int m_pictureSide = 0; // pixels; 0: as usual
    QByteArray m_body; // until a word has come

    std::optional<NetworkPlace> m_place;
    std::unique_ptr<RemoteCall> m_call;
    bool m_isStream = false;
    EventReader m_events;
    QByteArray m_whole; // of an answer that is no stream
    int64_t m_emptyEvents = 0; // in a row

    std::optional<RepeatedBeginning> m_repeated; // where it may repeat what it was given
    std::string m_text; // that was said
    size_t m_answerBegin = 0; // where in it the last thought has ended
    bool m_isThinking = false;
    std::vector<runtime::ToolCall> m_calls;
    std::string m_end; // in the server's words; empty: it has not said
    std::optional<RemoteUsage> m_usage;
    bool m_isSure = true;
    int64_t m_pieces = 0, m_tokens = 0; // with words; with probabilities
    QElapsedTimer m_since; // it was wanted
    qint64 m_sent = 0, m_firstWord = -1; // ms since then; −1: none has come
    bool m_hasStarted = false;
    QTimer m_tell; // what it waits for, or how fast it is written
    runtime::AnswerWait::For m_waitsFor = runtime::AnswerWait::For::Server;
    QTimer m_again;
    QString m_lostWords; // what the server said then, if anything

    std::stop_callback<std::function<void()>> m_onStop; // last: it may be called at once
};

} // namespace services
