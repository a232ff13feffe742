#include "base/error.h"
#include "services/remote/provider_trial.h"
#include "services/remote/providers.h"
#include "services/settings/settings.h"
#include "tests/support/awaited.h"
#include "tests/support/made_up_keyring.h"
#include "tests/support/made_up_server.h"
#include "tests/support/test_program.h"

#include <QDirIterator>
#include <QFile>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

using services::KeptSecret;
using services::OfferedModel;
using services::Outcome;
using services::Providers;
using services::ProviderTrial;
using tests::MadeUpKeyring;

// The remote servers of the user: what is kept of them where, what they offer, and what a test
// finds.
class ProvidersTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<services::Settings> m_settings;
    std::unique_ptr<Providers> m_providers;
    MadeUpKeyring m_keyring;

    // The next run of the program.
    void start()
    {
        m_providers.reset();
        m_settings = std::make_unique<services::Settings>(m_folder->filePath("settings.ini"));
        services::RemoteTimes times;
        times.question = times.silence = std::chrono::seconds(2);
        m_providers = std::make_unique<Providers>(
            *m_settings, m_keyring.store(), std::chrono::milliseconds(200), times);
    }

    QByteArray keyOf(const QString& address)
    {
        return *tests::awaited<QByteArray>([&](const auto& done) {
            m_providers->key(address).ask(this, [done](const QByteArray& key) { done({key, {}}); });
        }).value;
    }

    Outcome<QList<OfferedModel>> look(const QString& address)
    {
        return tests::awaited<QList<OfferedModel>>(
            [&](const auto& done) { m_providers->look(address, this, done); });
    }

    // What is found, line by line.
    QStringList tryOut(const QString& address, const QString& model)
    {
        QStringList lines;
        QEventLoop loop;
        m_providers->tryOut(address, model, this, [&](ProviderTrial& trial) {
            connect(&trial, &ProviderTrial::tried, &loop,
                [&](const ProviderTrial::Line& line, int, int) {
                    const char* marks[] = {"+ ", "- ", "? "};
                    lines << QLatin1String(marks[int(line.outcome)]) + line.message;
                });
            connect(&trial, &ProviderTrial::finished, &loop, &QEventLoop::quit);
        });
        loop.exec();
        return lines;
    }

    // True if some file of this run contains these words.
    bool isInAFile(const QByteArray& words)
    {
        QDirIterator files(m_folder->path(), QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly) && file.readAll().contains(words))
                return true;
        }
        return false;
    }

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QStringLiteral("en_US"))); }
    void init()
    {
        m_keyring.mood = MadeUpKeyring::Mood::Answers;
        m_keyring.secrets.clear();
        m_keyring.questions = 0;
        m_folder = std::make_unique<QTemporaryDir>();
        start();
    }
    void cleanup() { m_providers.reset(); }

    void whatIsAddedIsThereInTheNextRun()
    {
        const QString address = m_providers->add("192.168.1.20:8000");
        QCOMPARE(m_providers->add(address), address); // once
        m_providers->add("https://models.example.org");
        m_providers->setAtOnce(address, 32);
        start();
        QCOMPARE(m_providers->all().size(), 2);
        QCOMPARE(m_providers->all()[0], (services::Provider{"http://192.168.1.20:8000/v1", 32}));

        m_providers->remove(address);
        start();
        QCOMPARE(m_providers->all().size(), 1);
        QVERIFY_EXCEPTION_THROWN(m_providers->add("nonsense of mine"), base::Error);
        QCOMPARE(m_keyring.questions, 0); // for there was no key
    }

    void theKeyIsInTheKeyringAndInNoFile()
    {
        const QString address = m_providers->add("gpu-box");
        m_providers->setKey(address, " secret-key ");
        QTRY_COMPARE(m_providers->key(address).place(), KeptSecret::Place::Keyring);
        QCOMPARE(m_keyring.secrets.begin()->second, QByteArray("secret-key"));
        QVERIFY(!isInAFile("secret-key"));

        m_keyring.questions = 0;
        start();
        QCOMPARE(m_keyring.questions, 0); // not before it is needed
        QCOMPARE(keyOf(address), QByteArray("secret-key"));
        QVERIFY(m_providers->keyMessage(address).contains("keyring"));

        m_providers->remove(address);
        QTRY_VERIFY(m_keyring.secrets.begin()->second.isEmpty());
    }

    void withoutAKeyringItIsKeptForThisRun()
    {
        m_keyring.mood = MadeUpKeyring::Mood::Refuses;
        const QString address = m_providers->add("gpu-box");
        m_providers->setKey(address, "secret-key");
        QTRY_VERIFY(m_providers->keyMessage(address).contains("no service"));
        QCOMPARE(m_providers->key(address).place(), KeptSecret::Place::ThisRun);
        QCOMPARE(keyOf(address), QByteArray("secret-key"));
        QVERIFY(!isInAFile("secret-key"));
        start();
        QCOMPARE(keyOf(address), QByteArray());
        QVERIFY_EXCEPTION_THROWN(m_providers->setKey(address, "two words"), base::Error);
    }

    void aKeyringThatIsSilentKeepsNobodyWaiting()
    {
        const QString address = m_providers->add("gpu-box");
        m_providers->setKey(address, "secret-key");
        QTRY_COMPARE(m_providers->key(address).place(), KeptSecret::Place::Keyring);
        m_keyring.mood = MadeUpKeyring::Mood::IsSilent;
        start();
        QCOMPARE(keyOf(address), QByteArray());
        QVERIFY(m_providers->keyMessage(address).contains("no response"));
    }

    void whatSomebodyWroteIntoTheSettingsIsPassedOver()
    {
        m_settings->set(services::Setting<QStringList>{"remote/endPoints", {}},
            {"", "7", "{\"address\": \"ftp://x\"}", "{\"address\": \"gpu-box\", \"atOnce\": -5}",
                "{\"address\": \"gpu-box\"}"});
        start();
        QCOMPARE(m_providers->all(), (QList{services::Provider{"http://gpu-box/v1", 1}}));
    }

    void itsModelsAreAskedForWithTheKey()
    {
        tests::MadeUpServer server;
        const QString address = m_providers->add(server.address());
        m_providers->setKey(address, "secret-key");
        server.setModels({QJsonObject{{"id", "one"}}, QJsonObject{{"id", "two"}}});
        QStringList hosts;
        connect(m_providers.get(), &Providers::contacted, this,
            [&](const QString& host) { hosts << host; });

        const auto found = look(address);

        QVERIFY2(found.value, qPrintable(found.error));
        QCOMPARE(found.value->size(), 2);
        QCOMPARE(
            server.log().requests[0]["authorization"].toString(), QString("Bearer secret-key"));
        QCOMPARE(hosts, QStringList{"127.0.0.1"});

        server.pullThePlug();
        QVERIFY(look(address).error.contains("No response"));
    }

    void aTestSaysWhatWorks()
    {
        tests::MadeUpServer server;
        server.setFaults({{"calls",
            QJsonArray{QJsonObject{{"id", "c"}, {"name", "current_time"}, {"arguments", "{}"}}}}});
        const QString address = m_providers->add(server.address());

        const QStringList lines = tryOut(address, "parrot");

        QCOMPARE(lines.size(), 7);
        QVERIFY2(lines[0].contains("vLLM") && lines[0].contains("4,096"), qPrintable(lines[0]));
        for (const QString& line : lines)
            QVERIFY2(line.startsWith("+ "), qPrintable(line));
        start();
        QVERIFY(m_providers->known(address, "parrot").sees == true);
        QVERIFY(m_providers->known(address, "parrot").embeds == true);
    }

    void aTestSaysWhatDoesNotWork()
    {
        tests::MadeUpServer server;
        server.setFaults({{"ignore", QJsonArray{"response_format", "logprobs"}},
            {"refuse",
                QJsonArray{QJsonObject{{"at", "embeddings"}, {"status", 404}},
                    QJsonObject{{"at", "chat"}, {"after", 1}, {"times", 1}, {"status", 400},
                        {"body", QJsonObject{{"message", "no multimodal model"}}}}}}});
        const QString address = m_providers->add(server.address());

        const QStringList lines = tryOut(address, "parrot");

        QCOMPARE(lines,
            (QStringList{"+ Connected: vLLM. Context length: 4,096 tokens.", "+ Streams answers.",
                "- Doesn't accept pictures. Server message: “no multimodal model”",
                "- Doesn't support JSON schemas.",
                "? Accepts tools, but didn't call the test tool.",
                "- Doesn't return log probabilities.", "- Doesn't compute embeddings."}));
        QVERIFY(m_providers->known(address, "parrot").sees == false);
        QVERIFY(!m_providers->known(address, "parrot").callsTools);
    }

    void aTestOfNobodyIsOneLine()
    {
        tests::MadeUpServer server;
        const QString address = m_providers->add(server.address());
        const QStringList missing = tryOut(address, "raven");
        QCOMPARE(missing.size(), 1);
        QVERIFY2(missing[0].contains("raven"), qPrintable(missing[0]));
        server.pullThePlug();
        QCOMPARE(tryOut(address, "parrot").size(), 1);
    }
};

TESTS(ProvidersTest, QCoreApplication);
#include "providers_test.moc"
