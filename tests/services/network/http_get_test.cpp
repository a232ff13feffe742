#include "base/error.h"
#include "services/network/http_get.h"
#include "services/network/network.h"
#include "services/network/public_downloads.h"
#include "tests/support/test_program.h"

#include <QEventLoop>
#include <QFile>
#include <QProcess>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using services::HttpFailure;
using services::HttpGet;

namespace {

/// Answers each request by the same words, over TLS, and keeps what it was asked.
class TlsServer {
public:
    TlsServer(const QSslCertificate& certificate, const QSslKey& key, const QByteArray& answer)
    {
        QSslConfiguration configuration;
        configuration.setLocalCertificate(certificate);
        configuration.setPrivateKey(key);
        configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
        m_server.setSslConfiguration(configuration);
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QTcpServer::pendingConnectionAvailable, &m_server, [=, this] {
            QTcpSocket* socket = m_server.nextPendingConnection();
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [=, this] {
                request += socket->readAll();
                if (request.endsWith("\r\n\r\n"))
                    socket->write(answer);
            });
        });
    }

    QUrl address() const
    {
        return QUrl(QStringLiteral("https://127.0.0.1:%1/file").arg(m_server.serverPort()));
    }

    QByteArray request;

private:
    QSslServer m_server;
};

} // namespace

// Connections that are encrypted. Those that are not are in the tests of hub and downloads.
class HttpGetTest : public QObject {
    Q_OBJECT

    QSslCertificate m_certificate; // that nobody vouches for
    QSslKey m_key;

    // The bytes, or the failure.
    std::pair<QByteArray, std::optional<HttpFailure>> get(const QUrl& url)
    {
        services::Network network;
        HttpGet get(network, {url, "secret-token", "file"}, {});
        QEventLoop loop;
        QByteArray bytes;
        std::optional<HttpFailure> failure;
        connect(&get, &HttpGet::arrived, &loop, [&](const QByteArray& more) { bytes += more; });
        connect(&get, &HttpGet::ended, &loop, &QEventLoop::quit);
        connect(&get, &HttpGet::failed, &loop, [&](const HttpFailure& told) {
            failure = told;
            loop.quit();
        });
        loop.exec();
        return {bytes, failure};
    }

private slots:
    void initTestCase()
    {
        const QTemporaryDir folder;
        QProcess openssl;
        openssl.start("openssl",
            {"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", folder.filePath("key"), "-out", folder.filePath("certificate"), "-days",
                "2", "-subj", "/CN=made-up hub", "-addext", "subjectAltName=IP:127.0.0.1"});
        if (!openssl.waitForFinished() || openssl.exitCode() != 0 || !QSslSocket::supportsSsl())
            QSKIP("there is no openssl to make a certificate with");
        QFile key(folder.filePath("key"));
        QVERIFY(key.open(QIODevice::ReadOnly));
        m_key = QSslKey(&key, QSsl::Ec);
        m_certificate = QSslCertificate::fromPath(folder.filePath("certificate")).value(0);
        QVERIFY(!m_key.isNull() && !m_certificate.isNull());
    }

    void aCertificateThatNobodyVouchesForIsRefused()
    {
        TlsServer server(m_certificate, m_key, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

        const auto [bytes, failure] = get(server.address());

        QVERIFY(failure && failure->kind == HttpFailure::Kind::Unsafe);
        QVERIFY2(toMessage(*failure).contains("isn't secure"), qPrintable(toMessage(*failure)));
        QVERIFY(bytes.isEmpty());
        QVERIFY(!server.request.contains("secret-token"));
    }

    void whoIsKnownIsShownTheToken()
    {
        trust();
        TlsServer server(m_certificate, m_key, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

        const auto [bytes, failure] = get(server.address());

        QVERIFY2(!failure, failure ? qPrintable(toMessage(*failure)) : "");
        QCOMPARE(bytes, QByteArray("ok"));
        QVERIFY(server.request.contains("Authorization: Bearer secret-token"));
    }

    void nobodyIsFollowedOutOfEncryption()
    {
        trust();
        QTcpServer open;
        QVERIFY(open.listen(QHostAddress::LocalHost));
        TlsServer server(m_certificate, m_key,
            "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: http://127.0.0.1:"
                + QByteArray::number(open.serverPort()) + "/file\r\n\r\n");

        const auto [bytes, failure] = get(server.address());

        QVERIFY(failure && failure->kind == HttpFailure::Kind::Unsafe);
        QVERIFY(!open.hasPendingConnections());
    }

    // PublicDownloads connects to addresses that it has looked up itself.
    void theCertificateIsThatOfTheNameInTheUrl()
    {
        trust();
        TlsServer server(m_certificate, m_key, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        QUrl named = server.address();
        named.setHost("localhost");
        const services::PublicDownloads downloads(
            {server.address().authority().toStdString(), named.authority().toStdString()},
            [](const QHostAddress& address) { return address.isLoopback(); });
        const auto isGone = [] { return false; };

        QCOMPARE(
            downloads.get(server.address().toString().toStdString(), isGone), std::string("ok"));
        server.request.clear();
        QVERIFY_EXCEPTION_THROWN(
            downloads.get(named.toString().toStdString(), isGone), base::Error);
        QVERIFY(server.request.isEmpty());
    }

private:
    // Makes this computer trust the certificate from now on.
    void trust() const
    {
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setCaCertificates({m_certificate});
        QSslConfiguration::setDefaultConfiguration(configuration);
    }
};

TESTS(HttpGetTest, QCoreApplication);
#include "http_get_test.moc"
