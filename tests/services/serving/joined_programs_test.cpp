#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/serving/joined_programs.h"
#include "services/serving/pool_models.h"
#include "services/settings/settings.h"
#include "services/system/single_instance.h"
#include "tests/services/server/http_client.h"
#include "tests/services/server/quoted.h"
#include "tests/services/serving/elsewhere.h"
#include "tests/support/test_program.h"

#include <QLocalSocket>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

using services::JoinAnswer;
using services::joinProgram;
using services::SingleInstance;
using tests::elsewhere;
using tests::HttpClient;
using tests::quoted;

namespace {

constexpr int patience = 60'000; // milliseconds

int statusAt(const QString& address, const HttpClient::Headers& headers)
{
    const auto port = quint16(QUrl(address).port());
    return elsewhere([=] { return HttpClient::get(port, "/v1/models", headers); }).status;
}

} // namespace

// Another program of the user works with a model that this one has in memory.
class JoinedProgramsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<services::Settings>(m_folder->filePath("settings.ini"));
        m_pool = std::make_unique<services::ModelPool>(services::LoadOptions());
        m_installed = std::make_unique<services::InstalledModels>(*m_settings);
        m_models = std::make_unique<services::PoolModels>(*m_pool, *m_installed, *m_settings);
        m_joined = std::make_unique<services::JoinedPrograms>(*m_pool, *m_models);
        m_instance = std::make_unique<SingleInstance>(m_folder->path());
        QCOMPARE(m_instance->start({}), SingleInstance::Role::First);
        connect(m_instance.get(), &SingleInstance::wanted, m_joined.get(),
            &services::JoinedPrograms::answer);
    }
    void cleanup()
    {
        m_instance.reset();
        m_joined.reset();
        m_models.reset();
        m_installed.reset();
        m_pool.reset();
    }

    void nobodyRuns()
    {
        const QTemporaryDir elsewhere;

        QVERIFY(!joinProgram(elsewhere.path(), {}));
        QVERIFY(!joinProgram({}, {}));
    }

    void aModelInMemoryIsJoined()
    {
        m_pool->registry().load({});

        const JoinAnswer answer = join({});

        QVERIFY2(answer.joined, qPrintable(answer.rejection));
        QCOMPARE(answer.joined->model, "vignette-starter");
        QCOMPARE(m_joined->count(), 1);
        QCOMPARE(statusAt(answer.joined->address, {}), 401);
        QCOMPARE(
            statusAt(answer.joined->address, {{"Authorization", "Bearer " + answer.joined->key}}),
            200);
    }

    // The window would end with the model.
    void deepArgumentsAreRefused()
    {
        m_pool->registry().load({});
        const JoinAnswer answer = join({});
        QVERIFY2(answer.joined, qPrintable(answer.rejection));
        const auto port = quint16(QUrl(answer.joined->address).port());
        const HttpClient::Headers headers{{"Authorization", "Bearer " + answer.joined->key}};
        const QByteArray body
            = quoted("{'model': 'vignette-starter', 'messages': [{'role': 'assistant', "
                     "'tool_calls': [{'type': 'function', 'function': {'name': 'now', "
                     "'arguments': '")
            + QByteArray(100'000, '[') + QByteArray(100'000, ']')
            + quoted("'}}]}, {'role': 'user', 'content': 'Hi'}]}");

        const auto rejected = elsewhere(
            [=] { return HttpClient::post(port, "/v1/chat/completions", body, headers); });

        QCOMPARE(rejected.status, 400);
        QCOMPARE(rejected.json()["error"].toObject()["param"].toString(),
            QString("messages[0].tool_calls[0].function.arguments"));
        QCOMPARE(statusAt(answer.joined->address, headers), 200);
    }

    void everyoneHasAKeyOfItsOwn()
    {
        m_pool->registry().load({});

        const JoinAnswer first = join({}), second = join({});

        QVERIFY(first.joined && second.joined);
        QVERIFY(first.joined->key != second.joined->key);
        QCOMPARE(
            statusAt(first.joined->address, {{"Authorization", "Bearer " + second.joined->key}}),
            401);
    }

    void itEndsWithTheConnection()
    {
        m_pool->registry().load({});
        JoinAnswer answer = join({});
        QVERIFY(answer.joined);
        const QString address = answer.joined->address;

        answer.joined.reset();

        QTRY_COMPARE(m_joined->count(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(statusAt(address, {}), 0, patience);
    }

    void whatIsNotInMemoryIsRefused_data()
    {
        QTest::addColumn<QString>("model");
        QTest::newRow("built-in") << QString();
        QTest::newRow("file") << "/nowhere/model.gguf";
    }
    void whatIsNotInMemoryIsRefused()
    {
        QFETCH(QString, model);
        if (!model.isEmpty())
            m_pool->registry().load({}); // another one

        const JoinAnswer answer = join(model);

        QVERIFY(!answer.joined);
        QCOMPARE(answer.rejection, "hasn't loaded this model");
        QCOMPARE(m_joined->count(), 0);
    }

    void anUnknownWishIsSentAway()
    {
        QLocalSocket socket;
        socket.connectToServer(SingleInstance::socketIn(m_folder->path()));
        QTRY_COMPARE(socket.state(), QLocalSocket::ConnectedState);

        socket.write(services::local_message::encode({{"want", "everything"}}));

        QTRY_COMPARE(socket.state(), QLocalSocket::UnconnectedState);
    }

    // Nobody takes a request for a start: the window stays where it is.
    void aWishIsNoStart()
    {
        int starts = 0;
        connect(m_instance.get(), &SingleInstance::requested, this, [&starts] { ++starts; });

        join({});

        QCOMPARE(starts, 0);
    }

private:
    JoinAnswer join(const QString& model) const
    {
        const auto answer
            = elsewhere([&] { return joinProgram(m_folder->path(), model, patience); });
        return answer.value_or(JoinAnswer{{}, "no program runs"});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<services::Settings> m_settings;
    std::unique_ptr<services::ModelPool> m_pool;
    std::unique_ptr<services::InstalledModels> m_installed;
    std::unique_ptr<services::PoolModels> m_models;
    std::unique_ptr<services::JoinedPrograms> m_joined;
    std::unique_ptr<SingleInstance> m_instance;
};

TESTS(JoinedProgramsTest, QCoreApplication);
#include "joined_programs_test.moc"
