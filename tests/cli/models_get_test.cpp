#include "runtime/planner/measure_device.h"
#include "tests/runtime/planner/made_up_speed.h"
#include "tests/support/made_up_hub.h"
#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <sys/resource.h>

using tests::fileFrom;
using tests::resource;
using tests::runCli;

// `vignette-cli models get`, `list` and `remove`, with the built-in model at a fake hub.
class ModelsGetTest : public QObject {
    Q_OBJECT

    std::unique_ptr<tests::MadeUpHub> m_hub;
    std::unique_ptr<QTemporaryDir> m_home;

    QString folder() const { return m_home->filePath("vignette/models/some-owner/Tiny-GGUF"); }
    QString model(const QString& label) const { return folder() + "/Tiny-" + label + ".gguf"; }
    QStringList files() const
    {
        return QDir(folder()).entryList(QDir::Files | QDir::Hidden, QDir::Name | QDir::IgnoreCase);
    }

    static tests::ProgramResult models(const QStringList& arguments)
    {
        return runCli(QStringList{"models"} + arguments);
    }

    static bool isWhole(const QString& path, const char* original)
    {
        return tests::readFile(path) == tests::readFile(resource(original));
    }

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_hub = std::make_unique<tests::MadeUpHub>();
        const QString text = resource("starter/vignette-starter.gguf");
        const QString vision = resource("starter/mmproj-vignette-starter.gguf");
        m_hub->offer("some-owner/Tiny-GGUF",
            {{"Tiny-Q8_0.gguf", fileFrom(text)}, {"Tiny-Q4_0.gguf", fileFrom(text)},
                {"tiny-mmproj-F16.gguf", fileFrom(vision)}});
        qputenv("XDG_DATA_HOME", m_home->path().toUtf8());
        qputenv("XDG_STATE_HOME", m_home->path().toUtf8());
        qputenv("XDG_CONFIG_HOME", m_home->filePath("config").toUtf8());
        qputenv("XDG_CACHE_HOME", m_home->filePath("cache").toUtf8());
        qputenv("HF_ENDPOINT", m_hub->address().toString().toUtf8());
        qputenv("HF_TOKEN", "secret-token");
    }

    // Nothing is measured for it.
    void itsSpeedIsToldWhereTheComputerHasBeenMeasured()
    {
        const auto before = models({"get", "some-owner/Tiny-GGUF:Q8_0"});
        QVERIFY2(before.exitCode == 0, before.errors);
        QVERIFY(!before.errors.contains("tok/s"));

        runtime::MachineSpeed speed{{tests::madeUpDevice()}};
        speed.devices.front().hardware = runtime::describeHardware("cpu", 0);
        QFile kept(m_home->filePath("cache/vignette/machine-speed.json"));
        QVERIFY(kept.open(QIODevice::WriteOnly));
        kept.write(QByteArray::fromStdString(toJson(speed)));
        kept.close();
        const auto after = models({"get", "some-owner/Tiny-GGUF:Q4_0"});

        QVERIFY2(after.exitCode == 0, after.errors);
        QVERIFY2(after.errors.contains("tok/s")
                && after.errors.contains("time to first token with a photo"),
            after.errors);
    }

    void aModelIsFetchedListedUsedAndRemoved()
    {
        const auto got = models({"get", "some-owner/Tiny-GGUF:q8_0"});

        QVERIFY2(got.exitCode == 0, got.errors);
        QCOMPARE(QString(got.output).trimmed(), model("Q8_0"));
        QVERIFY2(got.errors.contains("license apache-2.0, vision"), got.errors);
        QCOMPARE(files(), (QStringList{"mmproj-Tiny-Q8_0.gguf", "Tiny-Q8_0.gguf"}));
        QVERIFY(isWhole(model("Q8_0"), "starter/vignette-starter.gguf"));

        const auto rows = models({"list", "--json"}).jsonLines();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[1]["repository"].toString(), QString("some-owner/Tiny-GGUF"));
        QCOMPARE(rows[1]["path"].toString(), model("Q8_0"));
        QVERIFY(rows[1]["sees"].toBool());
        QVERIFY(models({"list"}).output.contains("Tiny-Q8_0, "));

        const auto caption = runCli({"caption", "--model", model("Q8_0"), "--json", "--max-tokens",
            "4", resource("samples/one-1.png")});
        QVERIFY2(caption.exitCode == 0, caption.errors);

        const auto removed = models({"remove", "Tiny-Q8_0"});
        QVERIFY2(removed.exitCode == 0, removed.errors);
        QVERIFY(!QFileInfo::exists(folder()));
        QCOMPARE(models({"list", "--json"}).jsonLines().size(), 1);
    }

    void aModelThatIsAFolderIsFetchedUsedAndRemoved()
    {
        tests::TinyFolder tiny;
        tiny.divide();
        m_hub->offer("some-owner/Tiny", tests::filesFrom(tiny.path()));
        const QString place = m_home->filePath("vignette/models/some-owner/Tiny");

        const auto rows = models({"search", "tiny", "--json"}).jsonLines();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows[0]["format"].toString(), "safetensors");

        const auto got = models({"get", "some-owner/Tiny"});
        QVERIFY2(got.exitCode == 0, got.errors);
        QCOMPARE(QString(got.output).trimmed(), place);
        QCOMPARE(models({"list", "--json"}).jsonLines()[1]["path"].toString(), place);
        const auto answer
            = runCli({"chat", "--model", place, "--max-tokens", "4", "--temperature", "0", "abc"});
        QVERIFY2(answer.exitCode == 0, answer.errors);

        const auto removed = models({"remove", "Tiny"});
        QVERIFY2(removed.exitCode == 0, removed.errors);
        QVERIFY(!QFileInfo::exists(place));
        QVERIFY(!QFileInfo::exists(QFileInfo(place).path()));
    }

    void modelsAreSearchedFor()
    {
        const auto found = models({"search", "tiny", "owner"});
        QVERIFY2(found.exitCode == 0, found.errors);
        QCOMPARE(QString(found.output).trimmed(),
            "some-owner/Tiny-GGUF, 0 downloads, apache-2.0, vision");

        const auto rows = models({"search", "tiny", "--json"}).jsonLines();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows[0]["repository"].toString(), "some-owner/Tiny-GGUF");
        QVERIFY(rows[0]["sees"].toBool());
        QCOMPARE(rows[0]["fit"].toString(), "unknown");

        const auto nothing = models({"search", "heron"});
        QVERIFY(nothing.exitCode != 0);
        QVERIFY2(nothing.errors.contains("no models with these words"), nothing.errors);
        QCOMPARE(models({"search"}).exitCode, models({"get"}).exitCode);
    }

    void aSearchAtNoHubFailsAtOnce()
    {
        qputenv("HF_ENDPOINT", "foo");
        const auto result = models({"search", "tiny"});
        QVERIFY2(result.exitCode == 1, result.errors);
        QVERIFY2(result.errors.contains("HF_ENDPOINT"), result.errors);
    }

    void whatIsNotNamedIsChosenAndSaid()
    {
        const auto got = models({"get", m_hub->address().toString() + "/some-owner/Tiny-GGUF"});
        QVERIFY2(got.exitCode == 0, got.errors);
        QVERIFY2(got.errors.contains("Recommended: "), got.errors);
        QCOMPARE(files().size(), 2);
    }

    void anotherVariantSharesTheVisionPart()
    {
        QCOMPARE(models({"get", "some-owner/Tiny-GGUF:Q8_0"}).exitCode, 0);
        m_hub->requests();

        QCOMPARE(models({"get", "some-owner/Tiny-GGUF:Q4_0"}).exitCode, 0);

        QCOMPARE(files().size(), 4);
        for (const QJsonObject& request : m_hub->requests()) // only the heads
            QVERIFY(request["sent"].toInteger() <= 1 << 20);
        const auto removed = models({"remove", "some-owner/Tiny-GGUF:Q8_0"});
        QVERIFY2(removed.exitCode == 0, removed.errors);
        QCOMPARE(files(), (QStringList{"mmproj-Tiny-Q4_0.gguf", "Tiny-Q4_0.gguf"}));
    }

    void aTokenIsForTheHubAlone()
    {
        QCOMPARE(models({"get", "some-owner/Tiny-GGUF:Q8_0"}).exitCode, 0);
        int shown = 0;
        for (const QJsonObject& request : m_hub->requests()) {
            const bool isHub = request["host"] == "127.0.0.1";
            QCOMPARE(
                request["authorization"].toString(), QString(isHub ? "Bearer secret-token" : ""));
            shown += isHub;
        }
        QVERIFY(shown > 4);
        const QByteArray hosts = tests::readFile(m_home->filePath("vignette/contacts.json"));
        QVERIFY2(hosts.contains("127.0.0.1") && hosts.contains("127.0.0.2"), hosts);
    }

    void aKilledCommandGoesOn()
    {
        m_hub->setFaults({{"bytes_per_second", 10'000'000}});
        QProcess program;
        program.start(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-cli",
            {"models", "get", "some-owner/Tiny-GGUF:Q8_0"});
        const QFileInfo part(model("Q8_0") + ".part");
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(part.filePath()).size() > 2'000'000
                || program.state() == QProcess::NotRunning,
            60'000);
        program.kill();
        program.waitForFinished();
        QVERIFY(!QFileInfo::exists(model("Q8_0")));
        m_hub->setFaults({});
        m_hub->requests();

        const auto got = models({"get", "some-owner/Tiny-GGUF:Q8_0"});

        QVERIFY2(got.exitCode == 0, got.errors);
        QVERIFY(isWhole(model("Q8_0"), "starter/vignette-starter.gguf"));
        QVERIFY(
            isWhole(folder() + "/mmproj-Tiny-Q8_0.gguf", "starter/mmproj-vignette-starter.gguf"));
        bool hasGoneOn = false;
        for (const QJsonObject& request : m_hub->requests())
            hasGoneOn |= request["path"].toString().endsWith("Tiny-Q8_0.gguf")
                && request["range"].isString()
                && !request["range"].toString().startsWith("bytes=0-");
        QVERIFY(hasGoneOn);
    }

    // The disk seems to have been filled by others while the file was on its way.
    void aFullDiskIsSaidAndTheSameCommandGoesOn()
    {
        m_hub->setFaults({{"bytes_per_second", 500'000}});
        QProcess program;
        program.start(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-cli",
            {"models", "get", "some-owner/Tiny-GGUF:Q8_0"});
        QVERIFY(program.waitForStarted());
        const QString part = model("Q8_0") + ".part";
        QTRY_VERIFY_WITH_TIMEOUT(
            QFileInfo(part).size() > 0 || program.state() != QProcess::Running, 60'000);
        const rlimit limit{100'000, RLIM_INFINITY}; // bytes
        QCOMPARE(prlimit(pid_t(program.processId()), RLIMIT_FSIZE, &limit, nullptr), 0);

        QVERIFY(program.waitForFinished(60'000));

        const QByteArray errors = program.readAllStandardError();
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QVERIFY2(program.exitCode() == 1, errors);
        QVERIFY2(errors.trimmed().split('\n').last().contains("Not enough disk space for"), errors);
        QVERIFY(!QFileInfo::exists(model("Q8_0")));
        m_hub->setFaults({});
        const auto got = models({"get", "some-owner/Tiny-GGUF:Q8_0"});
        QVERIFY2(got.exitCode == 0, got.errors);
        QVERIFY(isWhole(model("Q8_0"), "starter/vignette-starter.gguf"));
    }

    void aProxyIsUsed()
    {
        const QByteArray proxy = m_hub->address().toString().toUtf8();
        qputenv("http_proxy", proxy);
        qputenv("HF_ENDPOINT", "http://hub.invalid"); // nobody but the proxy finds it
        m_hub->setFaults({{"no_redirect", true}});
        const auto got = models({"get", "some-owner/Tiny-GGUF:Q8_0"});
        qunsetenv("http_proxy");

        QVERIFY2(got.exitCode == 0, got.errors);
        for (const QJsonObject& request : m_hub->requests()) {
            QVERIFY(request["proxied"].toBool());
            QVERIFY(request["authorization"].isNull()); // not without encryption
        }
    }

    void whatCannotBeDoneIsSaidInOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QJsonObject>("faults");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("word");
        const QStringList get{"get", "some-owner/Tiny-GGUF:Q8_0"};
        const auto reject = [](const char* place, int status, const char* code) -> QJsonObject {
            return {{"refuse",
                QJsonArray{QJsonObject{{"at", place}, {"status", status},
                    {"headers", QJsonObject{{"X-Error-Code", code}}}}}}};
        };
        QTest::newRow("no name") << QStringList{"get"} << QJsonObject() << 2 << "OWNER/NAME";
        QTest::newRow("a path") << QStringList{"get", "/tmp/x"} << QJsonObject() << 2
                                << "OWNER/NAME";
        QTest::newRow("no such model")
            << QStringList{"get", "some-owner/None"} << QJsonObject() << 1 << "None";
        QTest::newRow("no such variant")
            << QStringList{"get", "some-owner/Tiny-GGUF:Q2_K"} << QJsonObject() << 1 << "Q8_0";
        QTest::newRow("gated") << get << reject("resolve", 401, "GatedRepo") << 1 << "terms";
        QTest::newRow("busy") << get
                              << QJsonObject{{"refuse",
                                     QJsonArray{QJsonObject{{"at", "api"}, {"status", 429},
                                         {"headers", QJsonObject{{"Retry-After", "9999"}}}}}}}
                              << 1 << "9999 s";
        QTest::newRow("shorter") << get << reject("content", 416, "") << 1 << "shorter";
        QTest::newRow("no hub") << get << QJsonObject{{"api", "<html>"}} << 1 << "HF_ENDPOINT";
        QTest::newRow("damaged") << get << QJsonObject{{"flip_byte", 2'000'000}} << 1 << "checksum";
        QTest::newRow("list and a name")
            << QStringList{"list", "x"} << QJsonObject() << 2 << "options";
        QTest::newRow("remove nothing") << QStringList{"remove"} << QJsonObject() << 2 << "NAME";
        QTest::newRow("remove what is not here") << QStringList{"remove", "some-owner/Tiny-GGUF"}
                                                 << QJsonObject() << 1 << "No downloaded files";
        QTest::newRow("remove an unknown name")
            << QStringList{"remove", "Unknown"} << QJsonObject() << 1 << "No such model";
        QTest::newRow("remove the built-in model")
            << QStringList{"remove", "Built-in model"} << QJsonObject() << 1 << "wasn't downloaded";
    }
    void whatCannotBeDoneIsSaidInOneSentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QJsonObject, faults);
        QFETCH(int, exitCode);
        QFETCH(QString, word);
        m_hub->setFaults(faults);

        const auto result = models(arguments);

        QVERIFY2(result.exitCode == exitCode, result.errors);
        QVERIFY2(QString(result.errors.trimmed().split('\n').last()).contains(word), result.errors);
        QVERIFY(result.output.isEmpty());
        QVERIFY2(files().isEmpty(), qPrintable(files().join(' ')));
    }
};

TESTS(ModelsGetTest, QCoreApplication);
#include "models_get_test.moc"
