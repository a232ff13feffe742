#include "tests/services/network/fake_host.h"
#include "tests/services/server/http_client.h"
#include "tests/services/server/quoted.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

using tests::HttpClient;

// `vignette-cli serve`, as a user starts it.
class ServeTest : public QObject {
    Q_OBJECT

    /// A server that runs as long as this object lives.
    class Program {
    public:
        explicit Program(const QStringList& arguments = {})
        {
            m_process.setProcessChannelMode(QProcess::MergedChannels);
            m_process.start(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-cli",
                QStringList{"serve", "--port", "0"} + arguments);
            while (!m_process.canReadLine() && m_process.waitForReadyRead(120'000)) { }
            line = QString::fromUtf8(m_process.readLine()).chopped(1);
        }
        ~Program()
        {
            m_process.kill();
            m_process.waitForFinished();
        }

        pid_t id() const { return pid_t(m_process.processId()); }
        quint16 port() const { return line.section(':', -1).toUShort(); }
        void endPolitely() { m_process.terminate(); }
        int exitCode()
        {
            return m_process.waitForFinished(60'000)
                    && m_process.exitStatus() == QProcess::NormalExit
                ? m_process.exitCode()
                : -1;
        }

        QString line; ///< the first of both streams

    private:
        QProcess m_process;
    };

    static QByteArray chat(const QByteArray& model)
    {
        return tests::quoted("{'model': '" + model
            + "', 'max_tokens': 8, 'messages': [{'role': 'user', 'content': 'Hello'}]}");
    }

private slots:
    void theFirstLineTellsTheAddress()
    {
        const Program program;

        QVERIFY2(QRegularExpression("^Listening on http://127\\.0\\.0\\.1:[1-9][0-9]*$")
                     .match(program.line)
                     .hasMatch(),
            qPrintable(program.line));
        QCOMPARE(HttpClient::get(program.port(), "/health").status, 200);
    }

    void itLeavesNoCoreDump()
    {
#ifndef NDEBUG
        QSKIP("builds for debugging leave core dumps");
#endif
        rlimit limit{};
        QCOMPARE(getrlimit(RLIMIT_CORE, &limit), 0);
        limit.rlim_cur = limit.rlim_max; // and so the program starts
        QCOMPARE(setrlimit(RLIMIT_CORE, &limit), 0);
        const Program program;
        QVERIFY(program.line.startsWith("Listening"));

        QCOMPARE(prlimit(program.id(), RLIMIT_CORE, nullptr, &limit), 0);

        QVERIFY2(limit.rlim_cur <= 1, qPrintable(QString::number(limit.rlim_cur)));
    }

    void itAnswersAsTheCommandLineDoes()
    {
        const Program program;
        const auto models = HttpClient::get(program.port(), "/v1/models").json();
        const QByteArray id = models["data"].toArray().at(0)["id"].toString().toUtf8();

        const auto answer = HttpClient::post(program.port(), "/v1/chat/completions", chat(id));

        const auto expected = tests::runCli({"chat", "--max-tokens", "8", "Hello"});
        QCOMPARE(answer.json()["choices"][0]["message"]["content"].toString().trimmed().toUtf8(),
            expected.output.trimmed());
    }

    void documentsAreRead()
    {
        const Program program;
        const auto models = HttpClient::get(program.port(), "/v1/models").json();
        const QByteArray id = models["data"].toArray().at(0)["id"].toString().toUtf8();
        const auto ask = [&](const QByteArray& bytes) {
            return HttpClient::post(program.port(), "/v1/chat/completions",
                tests::quoted("{'model': '" + id
                    + "', 'max_tokens': 4, 'messages': [{'role': 'user', 'content': [{'type': "
                      "'file', 'file': {'filename': 'birds.txt', 'file_data': '"
                    + bytes.toBase64() + "'}}, {'type': 'text', 'text': 'What is this?'}]}]}"));
        };

        const auto read = ask("A heron is a grey bird."), broken = ask("%PDF-1.7 broken");

        QCOMPARE(read.status, 200);
        QVERIFY(read.json().value("usage")["prompt_tokens"].toInt() > 20);
        QCOMPARE(broken.status, 400);
        QCOMPARE(broken.json().value("error")["param"].toString(),
            QString("messages[0].content[0].file.file_data"));
    }

    void sigtermEndsItWell()
    {
        Program program;

        program.endPolitely();

        QCOMPARE(program.exitCode(), 0);
    }

    void keysComeFromAFile()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("keys"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("secret\n") > 0);
        file.close();
        const Program program({"--api-key-file", file.fileName()});

        QCOMPARE(HttpClient::get(program.port(), "/health").status, 200);
        QCOMPARE(HttpClient::get(program.port(), "/v1/models").status, 401);
        QCOMPARE(HttpClient::get(program.port(), "/metrics").status, 401);
        QCOMPARE(HttpClient::get(program.port(), "/metrics", {{"Authorization", "Bearer secret"}})
                     .status,
            200);
    }

    void imagesOfPrivateAddressesAreNotDownloaded()
    {
        tests::FakeHost host;
        const Program program({"--allow-image-urls", "images.example", "--allow-image-urls",
            QString::fromStdString(host.host("localhost"))});
        const auto models = HttpClient::get(program.port(), "/v1/models").json();
        const QByteArray id = models["data"].toArray().at(0)["id"].toString().toUtf8();
        const auto ask = [&](const std::string& url) {
            const auto answer = HttpClient::post(program.port(), "/v1/chat/completions",
                tests::quoted("{'model': '" + id
                    + "', 'messages': [{'role': 'user', 'content': [{'type': 'image_url', "
                      "'image_url': {'url': '"
                    + QByteArray::fromStdString(url) + "'}}]}]}"));
            return answer.status == 400
                ? answer.json().value("error")["message"].toString().toStdString()
                : std::to_string(answer.status);
        };

        const std::string named = ask(host.url("/a.png", "localhost")),
                          other = ask(host.url("/a.png"));

        QVERIFY2(named.ends_with("has an address that isn't public."), named.c_str());
        QVERIFY2(other.ends_with("isn't among the allowed hosts."), other.c_str());
        QVERIFY(host.requests().isEmpty());
    }

    void whatCannotBeDoneIsSaidInOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("no key") << QStringList{"--host", "0.0.0.0", "--port", "0"} << 1;
        QTest::newRow("no such host") << QStringList{"--host", "300.1.2.3"} << 1;
        QTest::newRow("no such model") << QStringList{"--model", "/no/such.gguf"} << 1;
        QTest::newRow("no such file") << QStringList{"--api-key-file", "/no/such"} << 1;
        QTest::newRow("no image host")
            << QStringList{"--allow-image-urls", "https://images.example"} << 1;
        QTest::newRow("no port") << QStringList{"--port", "70000"} << 2;
        QTest::newRow("no places") << QStringList{"--parallel", "0"} << 2;
        QTest::newRow("an argument") << QStringList{"model.gguf"} << 2;
    }
    void whatCannotBeDoneIsSaidInOneSentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);

        const auto result = tests::runCli(QStringList{"serve"} + arguments);

        QCOMPARE(result.exitCode, exitCode);
        QCOMPARE(result.errors.trimmed().count('\n'), 0);
        QVERIFY(!result.errors.trimmed().isEmpty() && result.output.isEmpty());
    }
};

TESTS(ServeTest, QCoreApplication);
#include "serve_test.moc"
