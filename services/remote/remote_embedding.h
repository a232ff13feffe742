#pragma once

#include "services/background.h"
#include "services/network/retries.h"
#include "services/remote/remote_answer.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace services {

using Vectors = std::vector<std::vector<float>>;

/// Vectors of any number of texts by a model at a remote server, some at a time. Lives on the
/// remote thread; calls `done` there, once.
class RemoteEmbedding : public QObject {
    Q_OBJECT

public:
    using Done = std::function<void(const Outcome<Vectors>&)>;

    /// Begins at once. The thread must outlive it.
    RemoteEmbedding(RemoteThread& thread, const RemoteModel& model, std::vector<std::string> texts,
        const RemoteTimes& times, Done done);
    ~RemoteEmbedding() override;

    void fail(const QString& message); ///< gives up

signals:
    void ended(); ///< `done` has been called

private:
    void askNext();
    void take();
    void onFailed(const RemoteFailure& failure);
    void leave();
    void finish(const Outcome<Vectors>& outcome);

    RemoteThread& m_thread;
    const RemoteModel m_model;
    const std::vector<std::string> m_texts;
    const RemoteTimes m_times;
    Done m_done; // null: it was called
    Traffic& m_traffic;
    Retries m_retries;
    int m_putOff = 0;
    std::optional<NetworkPlace> m_place;
    std::unique_ptr<RemoteCall> m_call;
    QByteArray m_answer;
    Vectors m_vectors; // of the first texts
};

/// The vectors that /embeddings answers, in the order of the texts. Throws Error{BadFile} with the end
/// of a sentence unless they are so many, of one length, and numbers.
Vectors embeddingVectors(const QByteArray& json, size_t count);

} // namespace services
