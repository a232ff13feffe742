#pragma once

#include "services/network/network.h"
#include "services/remote/answer_piece.h"
#include "services/remote/remote_call.h"
#include "services/tools/mcp/mcp_transport.h"

#include <QTimer>

#include <map>
#include <memory>

namespace services {

/// A server that speaks the Model Context Protocol by streamable HTTP: each message is a POST, and is
/// answered by JSON or by a stream of events. What the server has to say by itself comes in a stream
/// that a GET opens, if it offers one; the session ends with a DELETE. Follows no redirect, so that the headers of the user are
/// sent to nobody else.
class McpHttp : public McpTransport {
    Q_OBJECT

public:
    McpHttp(const McpSettings& settings, const McpHeaders& headers, McpLimits limits);
    ~McpHttp() override;

    void start() override;
    void send(const QByteArray& message, qint64 request) override;
    void cancel(qint64 request) override;
    void setVersion(const QString& version) override;
    void listen() override;
    void close() override;
    qint64 unread() const override { return m_unread; }
    void kill() override;

private:
    struct Exchange {
        RemoteCall* call = nullptr; // owned by this
        qint64 request = -1;
        qint64 sent = 0; // bytes
        QByteArray session; // in which it was sent
        QByteArray body; // of an answer that is no stream
        std::unique_ptr<EventReader> events; // null: it is no stream
    };

    RemoteQuestion question() const;
    void openStream();
    void closeStream();
    void begin(int exchange);
    void take(int exchange, const QByteArray& bytes);
    void takeEvents(const std::vector<std::string>& events);
    void finish(int exchange);
    void fail(int exchange, const RemoteFailure& failure);
    Exchange remove(int exchange);

    const McpHeaders m_headers;
    std::unique_ptr<Network> m_network; // made in the thread that uses it
    std::map<int, Exchange> m_exchanges; // that are under way
    int m_exchanged = 0;
    qint64 m_unread = 0;
    RemoteCall* m_stream = nullptr; // of what the server sends by itself; owned by this
    EventReader m_streamEvents;
    QTimer m_reopen{this}; // after the stream was cut
    std::chrono::milliseconds m_pause{}; // until it is opened the next time
    QByteArray m_session; // Mcp-Session-Id; empty: the server has given none
    QByteArray m_version; // of the protocol; empty: not agreed yet
    bool m_hasEnded = false;
};

} // namespace services
