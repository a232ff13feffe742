#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QList>
#include <QTcpServer>
#include <QTcpSocket>

#include <atomic>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace tests {

/// An HTTP server on 127.0.0.1 and a thread of its own: it answers each path by fixed bytes, other
/// paths with 404, and "/silent" never.
class FakeHost {
public:
    using Answers = std::map<QByteArray, QByteArray>; ///< by path

    explicit FakeHost(Answers answers = {})
        : m_answers(std::move(answers))
    {
        std::promise<quint16> port;
        m_thread = std::thread([this, &port] { serve(port); });
        m_port = port.get_future().get();
    }
    ~FakeHost()
    {
        m_ends = true;
        m_thread.join();
    }

    static QByteArray file(const QByteArray& bytes)
    {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(bytes.size()) + "\r\n\r\n"
            + bytes;
    }
    static QByteArray redirect(const std::string& url)
    {
        return "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: "
            + QByteArray::fromStdString(url) + "\r\n\r\n";
    }

    /// "127.0.0.1:PORT", or the same with another name for this computer.
    std::string host(const std::string& name = "127.0.0.1") const
    {
        return name + ":" + std::to_string(m_port);
    }
    std::string url(const std::string& path, const std::string& name = "127.0.0.1") const
    {
        return "http://" + host(name) + path;
    }

    QList<QByteArray> requests() ///< the heads of those so far
    {
        const std::lock_guard lock(m_mutex);
        return m_requests;
    }

private:
    void serve(std::promise<quint16>& port)
    {
        QTcpServer server;
        server.listen(QHostAddress::LocalHost);
        port.set_value(server.serverPort());
        while (!m_ends) {
            server.waitForNewConnection(20);
            const std::unique_ptr<QTcpSocket> client(server.nextPendingConnection());
            if (client)
                answer(*client);
        }
    }

    void answer(QTcpSocket& client)
    {
        QByteArray head;
        while (!head.contains("\r\n\r\n")) {
            if (!client.waitForReadyRead(2000))
                return;
            head += client.readAll();
        }
        {
            const std::lock_guard lock(m_mutex);
            m_requests << head;
        }
        const QByteArray path = head.split(' ').value(1);
        while (path == "/silent" && !m_ends)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        const auto known = m_answers.find(path);
        client.write(known == m_answers.end()
                ? "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
                : known->second);
        while (client.bytesToWrite() > 0 && !m_ends && client.waitForBytesWritten(2000)) { }
        client.disconnectFromHost();
        if (client.state() != QAbstractSocket::UnconnectedState)
            client.waitForDisconnected(2000);
    }

    const Answers m_answers;
    std::atomic<bool> m_ends = false;
    std::mutex m_mutex; // guards what follows
    QList<QByteArray> m_requests;
    std::thread m_thread;
    quint16 m_port = 0;
};

} // namespace tests
