#include "services/remote/remote_engine.h"
#include "tests/runtime/answers/asked.h"
#include "tests/support/fixtures.h"
#include "tests/support/mutations.h"
#include "tests/support/test_program.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using services::RemoteEngine;
using namespace std::chrono_literals;

namespace {

/// Answers every question with the same bytes, in pieces, and closes the connection behind them. It has
/// no list of models.
class OneAnswerServer : public QObject {
public:
    OneAnswerServer()
    {
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket* socket = m_server.nextPendingConnection()) {
                connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
                connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            }
        });
        if (!m_server.listen(QHostAddress::LocalHost))
            qFatal("the server cannot listen");
    }

    QString address() const
    {
        return QStringLiteral("http://127.0.0.1:%1/v1").arg(m_server.serverPort());
    }

    void setAnswer(std::string_view bytes, size_t cut)
    {
        m_answer = QByteArray(bytes.data(), qsizetype(bytes.size()));
        m_cut = qsizetype(cut);
    }

private:
    void read(QTcpSocket* socket)
    {
        const QByteArray asked = socket->peek(socket->bytesAvailable());
        const qsizetype head = asked.indexOf("\r\n\r\n");
        if (head < 0 || (asked.startsWith("POST") && !asked.endsWith('}')))
            return;
        socket->readAll();
        if (!asked.startsWith("POST")) {
            socket->write(
                "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            return socket->disconnectFromHost();
        }
        socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                      "Connection: close\r\n\r\n");
        socket->write(m_answer.left(m_cut));
        socket->flush();
        socket->write(m_answer.mid(m_cut));
        socket->disconnectFromHost();
    }

    QTcpServer m_server;
    QByteArray m_answer;
    qsizetype m_cut = 0;
};

class Host : public runtime::EngineHost {
public:
    void changed() override { }
    void answered() override { }
    void ended() override { }
};

} // namespace

/// The model on another machine answers with damaged streams of events: every answer ends, with words or
/// with a failure, and the next question is asked as ever. VIGNETTE_MUTATIONS sets how many.
class MutatedAnswersTest : public QObject {
    Q_OBJECT

    OneAnswerServer m_server;

    std::unique_ptr<RemoteEngine> m_engine;

    void load()
    {
        services::RemoteEngineOptions options;
        options.provider = {m_server.address(), 1};
        options.model = "parrot";
        options.thread = std::make_shared<services::RemoteThread>();
        options.times.retries = {.first = 1ms, .longest = 1ms, .maxFailures = 1};
        m_engine = std::make_unique<RemoteEngine>(std::move(options), std::make_shared<Host>());
        m_engine->load();
    }

    std::unique_ptr<tests::Asked> ask()
    {
        runtime::AnswerRequest request;
        request.messages = {tests::userSays("Hello")};
        return std::make_unique<tests::Asked>(
            [&](auto sink) { return m_engine->submit(std::move(request), std::move(sink)); });
    }

    static std::vector<std::string> goodAnswers()
    {
        std::vector<std::string> answers;
        for (const auto& path : tests::entriesOf(tests::dataFolder() / "fuzz" / "answer_events"))
            answers.push_back(tests::readBytes(path));
        return answers;
    }

private slots:
    void everyAnswerEnds()
    {
        load();
        int answers = 0, failures = 0;
        const auto askOnce = [&](std::string_view stream, tests::Mutator& mutator) {
            m_server.setAnswer(stream, mutator.below(stream.size() + 1));
            const auto asked = ask();
            QVERIFY(QTest::qWaitFor([&] { return asked->hasEnded(); }, tests::patience));
            QCOMPARE(asked->ends(), 1);
            ++(asked->failure().isEmpty() ? answers : failures);
        };

        const QString problem = tests::tryMutations(goodAnswers(), askOnce);

        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        QVERIFY(answers > 0);
        QVERIFY(failures > 0);
        const std::string good = tests::readBytes(tests::dataFolder() / "fuzz/answer_events/words");
        m_server.setAnswer(good, good.size());
        const auto asked = ask();
        QTRY_COMPARE(asked->ends(), 1);
        QCOMPARE(asked->text(), QString::fromUtf8("Grüße"));
    }
};

TESTS(MutatedAnswersTest, QCoreApplication);
#include "mutated_answers_test.moc"
