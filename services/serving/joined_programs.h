#pragma once

#include "services/models/model_id.h"

#include <QHash>
#include <QJsonObject>
#include <QObject>
#include <QThreadPool>

#include <memory>

class QLocalSocket;

namespace services {

class ModelPool;
class PoolModels;

namespace server {
class Server;
}

/// Lets other programs of the user work with models that are in memory already, so that these are there
/// once. Each is told a server of its own: a free port of this computer, and a key that nobody else has
/// and no file holds. Both end with the connection by which it has asked. What is asked and told stands
/// in join_program.h. Lives in the window's thread, which never waits for it.
class JoinedPrograms : public QObject {
    Q_OBJECT

public:
    static constexpr int most = 16; ///< at the same time; further ones are told so

    /// All must outlive it.
    JoinedPrograms(const ModelPool& pool, const PoolModels& models, QObject* parent = nullptr);
    ~JoinedPrograms() override; ///< ends their answers

    /// Answers a wish, and takes over the client if it is one for a model.
    void answer(const QJsonObject& wish, QLocalSocket* client);

    int count() const { return int(m_servers.size()); }

private:
    QJsonObject open(const ModelId& model, QLocalSocket* client);
    void close(QLocalSocket* client);

    const ModelPool& m_pool;
    const PoolModels& m_models;
    QHash<QLocalSocket*, std::shared_ptr<server::Server>> m_servers;
    QThreadPool m_worker; // where servers end
};

} // namespace services
