#pragma once

#include "base/serial_worker.h"
#include "services/models/model_id_text.h"

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>

class QLocalSocket;

namespace services {

class ModelPool;
class PoolModels;

/// A model that a running program lets another one use, at an endpoint of its own.
struct JoinedModel {
    QString address; ///< "http://127.0.0.1:40123/v1"
    QString model; ///< its name there
    QByteArray key;
    std::shared_ptr<QLocalSocket> connection; ///< the endpoint is there as long as this is
};

/// What came of asking: one of the two.
struct JoinAnswer {
    std::optional<JoinedModel> joined;
    QString rejection; ///< "has not loaded this model": continues from "the program"
};

/// Asks the program that this user runs for a model in its memory, by its path; empty: the built-in
/// one. `folder` is the runtime folder, see paths.h. Nothing: no program runs. Waits, at most
/// `timeoutMs`.
///
/// What is sent is {"want": "model", "paths": ["/home/…", …]}, the path as it is given and the one
/// that it leads to; the answer is {"address": …, "model": …, "key": …} or {"refusal": …}.
std::optional<JoinAnswer> joinProgram(
    const QString& folder, const QString& model, int timeoutMs = 3000);

namespace server {
class Server;
}

/// Lets other programs of the user work with models that are in memory already, so that these are
/// there once. Each receives a server of its own: a free port of this computer, and a key that
/// nobody else has and no file holds. Both end with the connection by which it has asked. What is
/// requested and answered is in join_program.h. Lives in the window's thread, which never waits for
/// it.
class JoinedPrograms : public QObject {
    Q_OBJECT

public:
    static constexpr int most = 16; ///< at the same time; further ones are told so

    /// All must outlive it.
    JoinedPrograms(const ModelPool& pool, const PoolModels& models, QObject* parent = nullptr);
    ~JoinedPrograms() override; ///< ends their answers

    /// Answers a request, and takes over the client if it is one for a model.
    void answer(const QJsonObject& request, QLocalSocket* client);

    int count() const { return int(m_servers.size()); }

private:
    QJsonObject open(const ModelId& model, QLocalSocket* client);
    void close(QLocalSocket* client);

    const ModelPool& m_pool;
    const PoolModels& m_models;
    QHash<QLocalSocket*, std::shared_ptr<server::Server>> m_servers;
    base::SerialWorker m_worker; // where servers end
};

} // namespace services
