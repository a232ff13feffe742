#include "services/downloads/download_queue.h"
#include "tests/services/downloads/hub_file.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <memory>

using services::Download;
using services::DownloadQueue;
using Phase = Download::Phase;

namespace {

QString programPath()
{
    return QStandardPaths::findExecutable(
        "nginx", {"/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"});
}

quint16 freePort()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
}

QByteArray randomBytes(quint32 seed)
{
    QByteArray bytes(24 << 20, Qt::Uninitialized);
    QRandomGenerator random(seed);
    random.fillRange(reinterpret_cast<quint32*>(bytes.data()), bytes.size() / 4);
    return bytes;
}

} // namespace

// The same with a server that nobody here has written.
class NginxTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QProcess> m_nginx;
    std::unique_ptr<DownloadQueue> m_queue;
    services::DownloadOrder m_order;

    // What it has answered: status and bytes of each answer.
    QList<std::pair<int, qint64>> answers() const
    {
        QList<std::pair<int, qint64>> answers;
        for (const QByteArray& line : tests::readFile(m_folder->filePath("log")).split('\n'))
            if (const auto words = line.split(' '); words.size() == 2)
                answers << std::pair(words[0].toInt(), words[1].toLongLong());
        return answers;
    }

    void serve(const QByteArray& bytes)
    {
        tests::writeFile(m_folder->filePath("new"), bytes);
        QFile::remove(m_folder->filePath("www/model.gguf"));
        QVERIFY(QFile::rename(m_folder->filePath("new"), m_folder->filePath("www/model.gguf")));
    }

    void waitUntilItAnswers(quint16 port) const
    {
        QTRY_VERIFY([port] {
            QTcpSocket socket;
            socket.connectToHost(QHostAddress::LocalHost, port);
            return socket.waitForConnected(100);
        }());
    }

private slots:
    void initTestCase()
    {
        if (programPath().isEmpty())
            QSKIP("nginx is not installed");
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkdir("www"));
        QFile::setPermissions(m_folder->path(), QFile::Permissions(0x7755)); // it may give up root
        const quint16 port = freePort();
        tests::writeFile(m_folder->filePath("nginx.conf"),
            QString("daemon off; master_process off; pid %1/pid; error_log %1/errors;\n"
                    "events {}\n"
                    "http { log_format short '$status $body_bytes_sent'; access_log %1/log short;\n"
                    "client_body_temp_path %1/t1; proxy_temp_path %1/t2; fastcgi_temp_path %1/t3;\n"
                    "uwsgi_temp_path %1/t4; scgi_temp_path %1/t5;\n"
                    "server { listen 127.0.0.1:%2; root %1/www; limit_rate 10m; } }\n")
                .arg(m_folder->path())
                .arg(port)
                .toUtf8());
        m_nginx = std::make_unique<QProcess>();
        m_nginx->setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_nginx->start(programPath(), {"-p", m_folder->path(), "-c", "nginx.conf"});
        waitUntilItAnswers(port);
        m_queue = std::make_unique<DownloadQueue>(tests::shortTimes<services::NetworkTimes>());
        const QByteArray bytes = randomBytes(1);
        serve(bytes);
        m_order.url = QUrl(QString("http://127.0.0.1:%1/model.gguf").arg(port));
        m_order.path = m_folder->filePath("fetched.gguf");
        m_order.bytes = bytes.size();
        m_order.hash = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
    }

    void cleanup()
    {
        m_queue.reset();
        if (m_nginx) {
            m_nginx->terminate();
            m_nginx->waitForFinished();
        }
    }

    void severalConnectionsBringTheFile()
    {
        const int id = m_queue->add(m_order);
        QTRY_COMPARE_WITH_TIMEOUT(m_queue->find(id)->phase, Phase::Done, 60'000);
        QCOMPARE(tests::sha256Of(m_order.path), m_order.hash);
        QTRY_VERIFY(answers().size() >= 2);
        for (const auto& [status, bytes] : answers())
            QCOMPARE(status, 206);
    }

    void aPauseCostsAlmostNothing()
    {
        const int id = m_queue->add(m_order);
        QTRY_VERIFY_WITH_TIMEOUT(m_queue->find(id)->done > m_order.bytes / 4, 60'000);
        m_queue->pause(id);
        m_queue->goOn(id);
        QTRY_COMPARE_WITH_TIMEOUT(m_queue->find(id)->phase, Phase::Done, 60'000);
        QCOMPARE(tests::sha256Of(m_order.path), m_order.hash);
    }

    void aFileThatIsReplacedMeanwhileIsNotMixed()
    {
        m_order.hash.clear(); // the ETag alone must do
        const int id = m_queue->add(m_order);
        QTRY_VERIFY_WITH_TIMEOUT(m_queue->find(id)->done > m_order.bytes / 4, 60'000);
        m_queue->pause(id);
        const QByteArray other = randomBytes(2);
        serve(other);
        QFile file(m_folder->filePath("www/model.gguf"));
        QVERIFY(file.open(QIODevice::ReadWrite)
            && file.setFileTime(
                QDateTime::currentDateTime().addDays(-1), QFileDevice::FileModificationTime));

        m_queue->goOn(id);

        QTRY_COMPARE_WITH_TIMEOUT(m_queue->find(id)->phase, Phase::Done, 60'000);
        QVERIFY(tests::readFile(m_order.path) == other);
    }
};

TESTS(NginxTest, QCoreApplication);
#include "nginx_test.moc"
