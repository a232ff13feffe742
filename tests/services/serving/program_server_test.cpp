#include "base/error.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/serving/pool_models.h"
#include "services/serving/program_server.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/services/server/http_client.h"
#include "tests/services/serving/elsewhere.h"
#include "tests/support/made_up_keyring.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

namespace keys = services::settings;

using services::ProgramServer;
using tests::elsewhere;
using tests::HttpClient;
using Stage = ProgramServer::Stage;

namespace {

constexpr int patience = 60'000; // milliseconds
constexpr const char* question = R"({"model": "vignette-starter", "max_tokens": 8,
    "messages": [{"role": "user", "content": "Hello"}]})";

} // namespace

// The server that the user switches on in the window.
class ProgramServerTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_keyring = std::make_unique<tests::MadeUpKeyring>();
        m_settings = std::make_unique<services::Settings>(m_folder->filePath("settings.ini"));
        m_settings->set(keys::serverPort, 0);
        m_pool = std::make_unique<services::ModelPool>(services::LoadOptions());
        m_installed = std::make_unique<services::InstalledModels>(*m_settings);
        m_models = std::make_unique<services::PoolModels>(*m_pool, *m_installed, *m_settings);
        makeServer();
    }
    void cleanup()
    {
        m_server.reset();
        m_models.reset();
        m_installed.reset();
        m_pool.reset();
    }

    void itIsOffAtFirst()
    {
        m_server->start();

        QCOMPARE(m_server->stage(), Stage::Off);
        QVERIFY(m_server->address().isEmpty());
        QVERIFY(m_server->exampleCommand().isEmpty());
    }

    void theSwitchStartsAndEndsIt()
    {
        m_server->start();
        m_settings->set(keys::serverIsOn, true);
        QTRY_COMPARE_WITH_TIMEOUT(m_server->stage(), Stage::Running, patience);
        const quint16 at = port();
        QVERIFY(m_server->address().startsWith("http://127.0.0.1:"));
        QCOMPARE(get(at, "/health").status, 200);

        m_settings->set(keys::serverIsOn, false);

        QTRY_COMPARE_WITH_TIMEOUT(m_server->stage(), Stage::Off, patience);
        QCOMPARE(get(at, "/health").status, 0);
    }

    void itStartsWithTheProgram()
    {
        m_settings->set(keys::serverIsOn, true);
        QCOMPARE(m_server->stage(), Stage::Off); // it follows nothing yet

        m_server->start();

        QTRY_COMPARE_WITH_TIMEOUT(m_server->stage(), Stage::Running, patience);
    }

    // One engine for both: the pool loads it for whoever asks first.
    void itAnswersWithTheModelOfTheWindow()
    {
        run();
        QVERIFY(m_pool->registry().resident().empty());
        const auto models = get(port(), "/v1/models").json()["data"].toArray();
        QCOMPARE(models.at(0)["id"].toString(), "vignette-starter");

        const auto answer = elsewhere(
            [this] { return HttpClient::post(port(), "/v1/chat/completions", question); });

        QCOMPARE(answer.status, 200);
        QVERIFY(!answer.json()["choices"][0]["message"]["content"].toString().isEmpty());
        QCOMPARE(m_pool->registry().resident(), std::vector<services::ModelId>(1));
        QTRY_COMPARE(m_server->jobs().running, 0);
    }

    void documentsAreOfferedIfTheSettingsSaySo()
    {
        m_server->setDocuments(
            [](const QString&, int, const std::function<bool()>&) { return services::Found{}; });
        run();
        const auto search = [this] {
            return HttpClient::post(port(), "/v1/documents/search", R"({"query": "boiler"})")
                .status;
        };
        QCOMPARE(elsewhere(search), 400);

        m_settings->set(keys::serverOffersDocuments, true);

        QTRY_COMPARE_WITH_TIMEOUT(m_server->stage(), Stage::Running, patience);
        QCOMPARE(elsewhere(search), 200);
    }

    void aTakenPortIsASentence()
    {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        m_settings->set(keys::serverPort, int(other.serverPort()));
        m_server->start();

        m_settings->set(keys::serverIsOn, true);

        QTRY_COMPARE_WITH_TIMEOUT(m_server->stage(), Stage::Failed, patience);
        QVERIFY2(m_server->problem().contains(QString::number(other.serverPort()))
                && m_server->problem().contains("in use"),
            qPrintable(m_server->problem()));

        m_settings->set(keys::serverPort, 0);

        QTRY_COMPARE_WITH_TIMEOUT(m_server->stage(), Stage::Running, patience);
        QVERIFY(m_server->problem().isEmpty());
    }

    void otherComputersNeedAKey()
    {
        m_settings->set(keys::serverHost, QString("0.0.0.0"));
        m_server->start();
        m_settings->set(keys::serverIsOn, true);
        QTRY_COMPARE_WITH_TIMEOUT(m_server->stage(), Stage::Failed, patience);
        QVERIFY(m_server->problem().contains("key"));

        m_server->setKey("secret-1");

        QTRY_COMPARE_WITH_TIMEOUT(m_server->stage(), Stage::Running, patience);
        QVERIFY(!m_server->address().contains("0.0.0.0"));
        QCOMPARE(get(port(), "/v1/models").status, 401);
        QCOMPARE(get(port(), "/v1/models", {{"Authorization", "Bearer secret-1"}}).status, 200);
        QVERIFY(m_server->exampleCommand().contains("Bearer YOUR-KEY"));
    }

    void theKeyIsInTheKeyringAndInNoFile()
    {
        m_server->setKey("secret-2");
        QTRY_COMPARE(m_keyring->secrets["server"], "secret-2");
        QTRY_VERIFY(m_server->keyMessage().contains("keyring"));
        m_server.reset();
        m_settings = std::make_unique<services::Settings>(m_folder->filePath("settings.ini"));
        QFile file(m_folder->filePath("settings.ini"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains("secret-2"));

        m_models = std::make_unique<services::PoolModels>(*m_pool, *m_installed, *m_settings);
        makeServer(); // the next start of the program
        run();

        QCOMPARE(get(port(), "/v1/models").status, 401);
        QCOMPARE(get(port(), "/v1/models", {{"X-Api-Key", "secret-2"}}).status, 200);
    }

    void withoutTheKeyThatIsKeptItDoesNotRun()
    {
        m_settings->set(keys::serverKeyIsKept, true); // in an earlier run
        m_keyring->mood = tests::MadeUpKeyring::Mood::Refuses;
        makeServer();
        m_settings->set(keys::serverIsOn, true);

        m_server->start();

        QTRY_COMPARE_WITH_TIMEOUT(m_server->stage(), Stage::Failed, patience);
        QVERIFY2(m_server->problem().contains("no service"), qPrintable(m_server->problem()));
    }

    void aKeyThatTheKeyringHasLostIsNoReasonToLetEverybodyAsk()
    {
        m_settings->set(keys::serverKeyIsKept, true); // in an earlier run
        makeServer();
        m_settings->set(keys::serverIsOn, true);

        m_server->start();

        QTRY_COMPARE_WITH_TIMEOUT(m_server->stage(), Stage::Failed, patience);
        QVERIFY2(m_server->problem().contains("is no longer in your keyring"),
            qPrintable(m_server->problem()));
    }

    void invalidKeysAreRejected()
    {
        QVERIFY_EXCEPTION_THROWN(m_server->setKey("two words"), base::Error);
    }

    // The program ends in this way.
    void itEndsWhileAClientWaits()
    {
        run();
        HttpClient client(port());
        QTRY_COMPARE(m_server->clients(), 1);

        m_server.reset();

        QVERIFY(client.answer().body.isEmpty());
    }

private:
    void makeServer()
    {
        m_server = std::make_unique<ProgramServer>(*m_models, *m_settings, m_keyring->store());
    }
    void run()
    {
        m_settings->set(keys::serverIsOn, true);
        m_server->start();
        QTRY_COMPARE_WITH_TIMEOUT(m_server->stage(), Stage::Running, patience);
    }
    quint16 port() const { return quint16(QUrl(m_server->address()).port()); }
    static HttpClient::Answer get(
        quint16 port, const QByteArray& path, const HttpClient::Headers& headers = {})
    {
        return elsewhere([=] { return HttpClient::get(port, path, headers); });
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<tests::MadeUpKeyring> m_keyring;
    std::unique_ptr<services::Settings> m_settings;
    std::unique_ptr<services::ModelPool> m_pool;
    std::unique_ptr<services::InstalledModels> m_installed;
    std::unique_ptr<services::PoolModels> m_models;
    std::unique_ptr<ProgramServer> m_server;
};

TESTS(ProgramServerTest, QCoreApplication);
#include "program_server_test.moc"
