#include "base/error.h"
#include "services/remote/offered_model.h"
#include "services/remote/provider.h"
#include "services/remote/remote_call.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::OnTheWay;

// Addresses as people type them, and what servers say of their models.
class ProviderTest : public QObject {
    Q_OBJECT

    static QString problemOf(const QString& typed)
    {
        try {
            services::providerAddress(typed);
        } catch (const base::Error& error) {
            return QString::fromUtf8(error.what());
        }
        return {};
    }

private slots:
    void addressesGetTheirForm_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("address");
        const auto row = [](const char* typed, const char* address) {
            QTest::newRow(typed) << QString(typed) << QString(address);
        };
        row("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1");
        row(" http://127.0.0.1:8000/v1/ ", "http://127.0.0.1:8000/v1");
        row("http://127.0.0.1:8000/v1/chat/completions", "http://127.0.0.1:8000/v1");
        row("localhost:11434", "http://localhost:11434/v1");
        row("192.168.1.20:8000", "http://192.168.1.20:8000/v1");
        row("gpu-box:8000", "http://gpu-box:8000/v1");
        row("gpu.local", "http://gpu.local/v1");
        row("models.example.org", "https://models.example.org/v1");
        row("8.8.8.8", "https://8.8.8.8/v1");
        row("https://example.org/api/v1/models", "https://example.org/api/v1");
        row("http://[::1]:8000", "http://[::1]:8000/v1");
    }
    void addressesGetTheirForm()
    {
        QFETCH(QString, typed);
        QFETCH(QString, address);
        QCOMPARE(services::providerAddress(typed), address);
        QCOMPARE(services::providerAddress(address), address);
    }

    void invalidAddressesAreRejected_data()
    {
        QTest::addColumn<QString>("typed");
        for (const char* typed : {"", " ", "ftp://example.org", "file:///etc/passwd", "http://",
                 "https://example.org/v1?key=secret", "https://example.org/v1#model", "a b",
                 "http://exa mple.org"})
            QTest::newRow(typed) << QString(typed);
        QTest::newRow("endless") << QString(10'000, u'a');
    }
    void invalidAddressesAreRejected()
    {
        QFETCH(QString, typed);
        const QString problem = problemOf(typed);
        QVERIFY2(problem.contains("isn't a valid server address"), qPrintable(problem));
        QVERIFY(problem.size() < 400);
    }

    void aKeyInAnAddressIsRefusedAndNotRepeated()
    {
        const QString problem = problemOf("https://me:secret@example.org/v1");
        QVERIFY2(problem.contains("enter the API key"), qPrintable(problem));
        QVERIFY(!problem.contains("secret"));
    }

    void itIsKnownWhoCanReadAlong()
    {
        QCOMPARE(services::onTheWayTo("http://127.0.0.1:8000/v1"), OnTheWay::WithinThisComputer);
        QCOMPARE(services::onTheWayTo("http://localhost/v1"), OnTheWay::WithinThisComputer);
        QCOMPARE(services::onTheWayTo("https://example.org/v1"), OnTheWay::Encrypted);
        QCOMPARE(services::onTheWayTo("http://192.168.1.20/v1"), OnTheWay::Open);
    }

    void placesAreBelowAndBesideIt()
    {
        QCOMPARE(services::addressAt("http://h:1/v1", "/models"), QUrl("http://h:1/v1/models"));
        QCOMPARE(services::addressBeside("http://h:1/v1", "/props"), QUrl("http://h:1/props"));
        QCOMPARE(services::addressBeside("http://h/a/v1", "/props"), QUrl("http://h/a/props"));
        QCOMPARE(services::hostName("http://h:1/v1"), QString("h:1"));
    }

    void modelsAreReadFromSeveralKindsOfServers()
    {
        const auto models = services::offeredModels(R"({"object": "list", "data": [
            {"id": "tiny", "owned_by": "vllm", "max_model_len": 512},
            {"id": "m.gguf", "owned_by": "llamacpp", "meta": {"n_ctx_train": 32768}},
            {"id": "llama3:latest", "owned_by": "library"},
            {"id": "starter", "owned_by": "vignette", "max_model_len": 2048,
             "capabilities": ["completion", "vision"]},
            {"id": "tiled", "owned_by": "vignette", "capabilities": ["completion", "vision", "tiles"]},
            {"id": 7}, "nothing", {"id": "a\u0000b"}, {}]})");

        QCOMPARE(models.size(), 5);
        QCOMPARE(models[0].contextTokens, qint64(512));
        QCOMPARE(QString(models[0].kind().name), QString("vLLM"));
        QCOMPARE(models[1].contextTokens, qint64(0)); // for it was not started with so many
        QCOMPARE(QString(models[2].kind().name), QString("Ollama"));
        QVERIFY(!models[2].sees);
        QVERIFY(models[3].sees == true && models[3].callsTools == false);
        QVERIFY(!models[3].cutsTiles && models[4].cutsTiles);
    }

    void detailsAreReadWhereTheyAre()
    {
        services::OfferedModel llama{"m", "llamacpp", 0, {}, {}, {}, {}};
        services::addDetails(llama,
            R"({"default_generation_settings": {"n_ctx": 4096}, "modalities": {"vision": true}})");
        QCOMPARE(llama.contextTokens, qint64(4096));
        QVERIFY(llama.sees == true);

        services::OfferedModel ollama{"m", "library", 0, {}, {}, {}, {}};
        services::addDetails(ollama, R"({"capabilities": ["completion", "tools"],
            "model_info": {"llama.context_length": 8192}})");
        QCOMPARE(ollama.contextTokens, qint64(8192));
        QVERIFY(ollama.sees == false && ollama.callsTools == true && ollama.embeds == false);

        for (const char* nonsense : {"", "[]", "7", "{\"modalities\": 1}", "{\"n_ctx\": -1}"})
            services::addDetails(llama, nonsense);
        QCOMPARE(llama.contextTokens, qint64(4096));
    }

    void whatIsNoListOfModelsIsRefused()
    {
        for (const char* answer : {"", "<html>", "[]", "{}", "{\"data\": 7}"})
            QVERIFY_EXCEPTION_THROWN(services::offeredModels(answer), base::Error);
        QVERIFY(services::offeredModels("{\"data\": []}").isEmpty());
    }

    void serversAreQuotedInOneLine()
    {
        QCOMPARE(
            services::serverWords(R"({"error": {"message": "too\n long"}})"), QString("too long"));
        QCOMPARE(services::serverWords(R"({"error": "no"})"), QString("no"));
        QCOMPARE(services::serverWords(R"({"detail": "Not Found"})"), QString("Not Found"));
        QCOMPARE(services::serverWords("<html>secret</html>"), QString());
        const QByteArray endless = "{\"message\": \"" + QByteArray(100'000, 'x') + "\"}";
        QVERIFY(services::serverWords(endless).size() <= 301);
    }
};

TESTS(ProviderTest);
#include "provider_test.moc"
