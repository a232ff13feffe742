#pragma once

#include "services/tools/mcp/mcp_messages.h"

#include <QByteArray>
#include <QObject>
#include <QString>

namespace services {

/// Carries messages to an MCP server and back: by the pipes of a program, or by HTTP. Counts what comes
/// and ends when that is more than the limits allow. Belongs to one thread.
class McpTransport : public QObject {
    Q_OBJECT

public:
    McpTransport(McpSettings settings, McpLimits limits);

    virtual void start() = 0; ///< opened() or ended() follows

    /// Sends a message, a JSON object on one line. `request` is its id; −1: no answer is expected.
    virtual void send(const QByteArray& message, qint64 request) = 0;
    virtual void cancel(qint64 request) { Q_UNUSED(request) } ///< its answer is not wanted any more
    virtual void setVersion(const QString& version) { Q_UNUSED(version) } ///< of the protocol
    /// The session has begun: from now on the server may send messages by itself.
    virtual void listen() { }
    virtual void close() { emit closed(); } ///< tells the server that this is the end
    virtual qint64
    unread() const = 0; ///< bytes that were sent and that the server has not taken yet
    virtual void kill() = 0; ///< ends at once; nothing is reported any more

    void allowOutput() { m_output = 0; } ///< something was asked, so more may come

signals:
    void opened();
    void received(const QByteArray& message); ///< one message or an array of them
    void failed(
        qint64 request, const QString& message); ///< this one has no answer, others may have
    void sessionLost(qint64 request); ///< the server has forgotten who asks; initialize again
    void ended(const QString& message); ///< it is of no use any more: says why
    void closed(); ///< the server knows, or does not want to
    void contacted(const QString& host); ///< before each request to another machine

protected:
    const McpSettings& settings() const { return m_settings; }
    const McpLimits& limits() const { return m_limits; }
    bool countOutput(qint64 bytes); ///< false: it was too much, and ended() was sent
    void tellTooLong(); ///< sends ended(), because of a message

private:
    const McpSettings m_settings;
    const McpLimits m_limits;
    qint64 m_output = 0; // bytes since it was asked last
};

} // namespace services
