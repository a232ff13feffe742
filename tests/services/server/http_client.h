#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QList>
#include <QPair>
#include <QString>
#include <QTcpSocket>

namespace tests {

/// A client that says exactly what it is told to, on a connection of its own.
class HttpClient {
public:
    using Headers = QList<QPair<QByteArray, QByteArray>>;

    struct Answer {
        int status = 0; ///< 0: there was none
        QByteArray head, body;

        QJsonObject json() const { return QJsonDocument::fromJson(body).object(); }
        /// What the events of a stream hold, except for "[DONE]".
        QList<QJsonObject> events() const
        {
            QList<QJsonObject> events;
            for (const QByteArray& line : body.split('\n'))
                if (line.startsWith("data: {"))
                    events << QJsonDocument::fromJson(line.mid(6)).object();
            return events;
        }
    };

    explicit HttpClient(quint16 port)
    {
        m_socket.connectToHost(QStringLiteral("127.0.0.1"), port);
        m_socket.waitForConnected(patience);
    }

    static Answer get(quint16 port, const QByteArray& path, const Headers& headers = {})
    {
        HttpClient client(port);
        client.write(
            "GET " + path + " HTTP/1.1\r\nConnection: close\r\n" + lines(headers) + "\r\n");
        return client.answer();
    }

    static Answer post(
        quint16 port, const QByteArray& path, const QByteArray& body, const Headers& headers = {})
    {
        HttpClient client(port);
        client.write(head(path, body.size(), headers) + body);
        return client.answer();
    }

    static QByteArray head(const QByteArray& path, qsizetype length, const Headers& headers = {})
    {
        return "POST " + path + " HTTP/1.1\r\nConnection: close\r\n" + lines(headers)
            + (has(headers, "Content-Type") ? "" : "Content-Type: application/json\r\n")
            + "Content-Length: " + QByteArray::number(length) + "\r\n\r\n";
    }

    bool write(const QByteArray& bytes)
    {
        m_socket.write(bytes);
        while (m_socket.bytesToWrite() > 0)
            if (!m_socket.waitForBytesWritten(patience))
                return false;
        return true;
    }

    /// Waits for more and returns what has come so far.
    const QByteArray& more()
    {
        m_socket.waitForReadyRead(patience);
        return m_got += m_socket.readAll();
    }

    /// All that comes until the server ends the connection.
    Answer answer()
    {
        while (m_socket.state() != QAbstractSocket::UnconnectedState
            && m_socket.waitForReadyRead(patience))
            m_got += m_socket.readAll();
        m_got += m_socket.readAll();
        Answer answer;
        const qsizetype end = m_got.indexOf("\r\n\r\n");
        if (end < 0)
            return answer;
        answer.head = m_got.left(end);
        answer.status = answer.head.mid(9, 3).toInt();
        answer.body = m_got.mid(end + 4);
        if (answer.head.toLower().contains("transfer-encoding: chunked"))
            answer.body = withoutChunks(answer.body);
        return answer;
    }

    void hangUp() { m_socket.abort(); }
    bool isConnected() const { return m_socket.state() == QAbstractSocket::ConnectedState; }

private:
    static constexpr int patience = 120'000; // milliseconds

    static bool has(const Headers& headers, const QByteArray& name)
    {
        for (const auto& header : headers)
            if (header.first == name)
                return true;
        return false;
    }

    static QByteArray lines(const Headers& headers)
    {
        QByteArray lines = has(headers, "Host") ? "" : "Host: localhost\r\n";
        for (const auto& [name, value] : headers)
            lines += name + ": " + value + "\r\n";
        return lines;
    }

    static QByteArray withoutChunks(const QByteArray& body)
    {
        QByteArray whole;
        for (qsizetype at = 0; at < body.size();) {
            const qsizetype end = body.indexOf("\r\n", at);
            const int length = body.mid(at, end - at).toInt(nullptr, 16);
            if (end < 0 || length == 0)
                break;
            whole += body.mid(end + 2, length);
            at = end + 2 + length + 2;
        }
        return whole;
    }

    QTcpSocket m_socket;
    QByteArray m_got;
};

} // namespace tests
