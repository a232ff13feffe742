#pragma once

#include "services/tools/mcp/mcp_transport.h"

#include <QProcess>

#include <sys/types.h>

namespace services {

/// A program that speaks the Model Context Protocol in JSON lines over its standard input and output.
/// It is started once and ends with this object, with Vignette, and with kill().
class McpProcess : public McpTransport {
    Q_OBJECT

public:
    McpProcess(const McpSettings& settings, McpLimits limits);
    ~McpProcess() override; ///< waits for the program's end, at most twice endMilliseconds

    void start() override;
    void send(const QByteArray& message, qint64 request) override;
    qint64 unread() const override;
    void kill() override;

private:
    void read();
    void tellEnd(int code, QProcess::ExitStatus status);

    QProcess* m_process = nullptr; // owned by this
    pid_t m_group = 0; // of the program and of what it has started; 0: there is none
    QByteArray m_line; // that is not complete yet
    QByteArray m_complaints; // the end of its standard error
    bool m_hasEnded = false;
};

} // namespace services
