#pragma once

#include "services/tools/mcp/mcp_messages.h"

#include <QHash>
#include <QJsonArray>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace services {

class McpTransport;

/// A conversation with a server that offers tools, prompts and resources by the Model Context Protocol.
/// It is started once and ends with this object, with the server, and when that does not keep to the
/// protocol or the limits. Lives in a thread of its own; its events may be received in any thread.
class McpConnection : public QObject {
    Q_OBJECT

public:
    explicit McpConnection(
        McpSettings settings, const McpHeaders& headers = {}, McpLimits limits = {});
    ~McpConnection() override; ///< waits for a program's end, at most twice endMilliseconds

    void start();
    void close(); ///< tells the server, for a second at most, and ends the thread's event loop

    /// What can be asked for by call().
    enum class Ask { Tool, Prompt, Resource };

    /// Calls a tool, or asks for the text of a prompt or a resource; `call` is the caller's mark.
    /// answered() follows unless it is canceled. A resource has no arguments.
    void call(qint64 call, Ask what, const QString& name, const QJsonObject& arguments);
    void cancel(qint64 call);

signals:
    /// It is ready, or has other tools now; at most once in McpLimits::relistMilliseconds.
    void listed(const QList<services::McpTool>& tools);
    void promptsListed(const QList<services::McpPrompt>& prompts);
    void resourcesListed(const QList<services::McpResource>& resources);
    void contacted(const QString& host); ///< before each request to another machine
    void answered(qint64 call, const services::ToolOutcome& outcome);
    /// It is of no use any more: says why. Calls that are open have been answered before.
    void ended(const QString& message);

private:
    using Answer = std::function<void(const QJsonObject& result)>;
    struct Request {
        QString method;
        QJsonObject parameters;
        Answer answer;
        qint64 call = -1; // see call()
        bool isOptional = false; // the server is of use without an answer
        bool isRepeated = false; // in a new session
        QTimer* timer = nullptr; // owned by this
    };

    void take(const QByteArray& line);
    void take(const QJsonObject& message);
    void takeAnswer(const QJsonObject& message);
    void takeRequest(const QJsonObject& message);
    void takeNotification(const QString& method);
    void relist();
    qint64 ask(const QString& method, const QJsonObject& parameters, int seconds, Answer answer);
    void write(const QByteArray& line);
    void initialize();
    void begin(const QJsonObject& capabilities);
    void beginSession(qint64 request);
    void repeat();
    void failRequest(qint64 id, const QString& message);
    void listMore();
    void list(const QString& cursor);
    void takeTools(const QJsonObject& result);
    void tellTimeout(qint64 id);
    void answerCall(qint64 call, const ToolOutcome& outcome);
    void endUnread();
    void end(const QString& message);

    const McpSettings m_settings;
    const McpLimits m_limits;
    std::unique_ptr<McpTransport> m_transport;
    bool m_hasPrompts = false, m_hasResources = false;
    bool m_isBeginning = true; // until a session has begun
    QList<Request> m_repeated; // which wait for a new session
    qint64 m_asked = 0; // requests
    QHash<qint64, Request> m_requests; // that are not answered
    QList<McpTool> m_tools; // listed so far
    std::optional<QList<McpTool>> m_reported; // by listed()
    bool m_listsMore = true; // prompts and resources, after the tools
    bool m_isListing = true; // also before the first list can be requested
    QTimer m_relist{this}; // runs after the server has said that its tools have changed
    bool m_hasEnded = false;
};

} // namespace services
