#pragma once

#include "services/tools/mcp/mcp_messages.h"

#include <QHash>
#include <QJsonArray>
#include <QObject>
#include <QProcess>
#include <QTimer>

#include <functional>
#include <optional>
#include <sys/types.h>

namespace services {

/// A program that offers tools by the Model Context Protocol, in JSON lines over its standard input
/// and output. It is started once and ends with this object, with the program, and when it does not
/// keep to the protocol or the limits. Lives in a thread of its own; its events may be received in
/// any thread.
class McpConnection : public QObject {
    Q_OBJECT

public:
    explicit McpConnection(McpSettings settings, McpLimits limits = {});
    ~McpConnection() override; ///< waits for the program's end, at most twice endMilliseconds

    void start();

    /// Calls a tool; `call` is the caller's mark. answered() follows unless it is canceled.
    void call(qint64 call, const QString& tool, const QJsonObject& arguments);
    void cancel(qint64 call);

signals:
    /// It is ready, or has other tools now; at most once in McpLimits::relistMilliseconds.
    void listed(const QList<services::McpTool>& tools);
    void answered(qint64 call, const services::ToolOutcome& outcome);
    /// It is of no use any more: says why. Calls that are open have been answered before.
    void ended(const QString& message);

private:
    using Answer = std::function<void(const QJsonObject& result)>;
    struct Request {
        QString method;
        Answer answer;
        qint64 call = -1; // of a tool
        QTimer* timer = nullptr; // owned by this
    };

    void read();
    void take(const QByteArray& line);
    void take(const QJsonObject& message);
    void takeAnswer(const QJsonObject& message);
    void takeRequest(const QJsonObject& message);
    void takeNotification(const QString& method);
    void relist();
    qint64 ask(const QString& method, const QJsonObject& parameters, int seconds, Answer answer);
    void write(const QByteArray& line);
    void initialize();
    void list(const QString& cursor);
    void takeTools(const QJsonObject& result);
    void tellTimeout(qint64 id);
    void answerCall(qint64 call, const ToolOutcome& outcome);
    void tellEnd(int code, QProcess::ExitStatus status);
    void endUnread();
    void end(const QString& message);
    void kill();

    const McpSettings m_settings;
    const McpLimits m_limits;
    QProcess* m_process = nullptr; // owned by this
    pid_t m_group = 0; // of the program and of what it has started; 0: there is none
    QByteArray m_line; // that is not complete yet
    QByteArray m_complaints; // the end of its standard error
    qint64 m_output = 0; // bytes since it was asked last
    qint64 m_asked = 0; // requests
    QHash<qint64, Request> m_requests; // that are not answered
    QList<McpTool> m_tools; // listed so far
    std::optional<QList<McpTool>> m_reported; // by listed()
    bool m_isListing = true; // also before the first list can be requested
    QTimer m_relist{this}; // runs after the server has said that its tools have changed
    bool m_hasEnded = false;
};

} // namespace services
