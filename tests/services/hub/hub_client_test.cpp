#include "base/error.h"
#include "services/hub/hub_client.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/support/awaited.h"
#include "tests/support/made_up_hub.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QJsonObject>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrlQuery>

#include <algorithm>
#include <memory>

using services::FoundRepositories;
using services::HubClient;
using services::HubFile;
using services::ModelCard;
using services::NetworkTimes;
using services::Outcome;
using services::Repository;
using tests::randomFile;

// What is asked of a hub, and every way in which it may answer.
class HubClientTest : public QObject {
    Q_OBJECT

    const Repository m_repository{"some-owner", "Model-GGUF"};
    std::unique_ptr<tests::MadeUpHub> m_hub;
    std::unique_ptr<HubClient> m_client;

    void setToken(const QByteArray& token)
    {
        m_client = std::make_unique<HubClient>(
            services::HubAccess{m_hub->address(), token}, tests::shortTimes<NetworkTimes>());
    }

    Outcome<ModelCard> card()
    {
        return tests::awaited<ModelCard>(
            [&](const auto& done) { m_client->askCard(m_repository, this, done); });
    }

    Outcome<QList<HubFile>> files()
    {
        return tests::awaited<QList<HubFile>>(
            [&](const auto& done) { m_client->askFiles(m_repository, "main", this, done); });
    }

    Outcome<QByteArray> head(const QString& path, qint64 count, qint64 bytes = 5000)
    {
        return tests::awaited<QByteArray>([&](const auto& done) {
            m_client->askHead(m_repository, "main", {path, bytes, {}}, {}, count, this, done);
        });
    }

    Outcome<FoundRepositories> found(
        const QString& words, services::ModelFormat format = services::ModelFormat::Gguf)
    {
        return tests::awaited<FoundRepositories>(
            [&](const auto& done) { m_client->askFound(words, format, this, done); });
    }

    Outcome<FoundRepositories> more(const QByteArray& page)
    {
        return tests::awaited<FoundRepositories>(
            [&](const auto& done) { m_client->askMore(page, this, done); });
    }

    // So many repositories, the last of which is downloaded most.
    void offerMany(int count)
    {
        QJsonObject all;
        for (int i = 0; i < count; ++i)
            all[QString("owner/Phi-%1-GGUF").arg(i)]
                = QJsonObject{{"card", QJsonObject{{"downloads", i}}}};
        m_hub->tell({{"repositories", all}});
        m_hub->requests();
    }

private slots:
    void init()
    {
        m_hub = std::make_unique<tests::MadeUpHub>();
        m_hub->offer(m_repository.text(),
            {{"a.gguf", randomFile(5000)}, {"parts/b.gguf", randomFile(70'000, 2)},
                {"notes.txt", QJsonObject{{"size", 10}, {"lfs", false}}}});
        setToken({});
    }

    void theCardNamesVersionAndLicense()
    {
        const auto told = card();

        QVERIFY2(told.value, qPrintable(told.error));
        QCOMPARE(told.value->commit.size(), 40);
        QCOMPARE(told.value->license, QString("apache-2.0"));
    }

    void filesHaveSizesAndHashes()
    {
        const auto told = files();

        QVERIFY2(told.value, qPrintable(told.error));
        QCOMPARE(told.value->size(), 3);
        const HubFile &text = told.value->at(1), &model = told.value->at(2);
        QCOMPARE(model.path, QString("parts/b.gguf"));
        QCOMPARE(model.bytes, 70'000);
        QCOMPARE(model.hash.size(), 32);
        QCOMPARE(text.path, QString("notes.txt"));
        QCOMPARE(text.hash.size(), 20); // by git
    }

    void aSearchFindsWhatIsDownloadedMostFirst()
    {
        offerMany(3);

        const auto told = found("phi gguf");

        QVERIFY2(told.value, qPrintable(told.error));
        QCOMPARE(told.value->rows.size(), 3);
        QCOMPARE(told.value->rows[0].repository.text(), "owner/Phi-2-GGUF");
        QCOMPARE(told.value->rows[0].downloads, 2);
        QCOMPARE(told.value->rows[0].license, "apache-2.0");
        QVERIFY(told.value->nextPage.isEmpty());
        const QJsonObject request = m_hub->requests().first();
        QCOMPARE(request["path"], "/api/models");
        const QUrlQuery query(request["query"].toString());
        QCOMPARE(query.queryItemValue("filter"), "gguf");
        QCOMPARE(query.queryItemValue("sort"), "downloads");
    }

    void foldersAreFoundWithTheSizeOfTheirWeights()
    {
        const QJsonObject weights{
            {"total", 3000}, {"parameters", QJsonObject{{"BF16", 2500}, {"F32", 500}}}};
        const QJsonObject packing{{"quant_method", "gptq"}, {"bits", 4}};
        const QJsonObject packed{{"model_type", "qwen2"}, {"quantization_config", packing}};
        const QJsonObject files{{"config.json", randomFile(10)}, {"tokenizer.json", randomFile(10)},
            {"model.safetensors", randomFile(10)}, {"pytorch_model.bin", randomFile(10)}};
        const auto row = [&](const QJsonObject& config) {
            return QJsonObject{{"files", files},
                {"card", QJsonObject{{"safetensors", weights}, {"config", config}}}};
        };
        m_hub->tell({{"repositories",
            QJsonObject{{"owner/Phi", row({{"model_type", "phi3"}})},
                {"owner/Phi-packed", row(packed)},
                {"owner/Phi-GGUF",
                    QJsonObject{{"files", QJsonObject{{"a.gguf", randomFile(9)}}}}}}}});

        const auto told = found("phi", services::ModelFormat::Safetensors);

        QVERIFY2(told.value, qPrintable(told.error));
        QCOMPARE(told.value->rows.size(), 2);
        const services::FoundRepository& plain = told.value->rows[0];
        QCOMPARE(plain.repository.text(), "owner/Phi");
        QVERIFY(plain.isFolder && plain.files.isEmpty());
        QCOMPARE(plain.architecture, "phi3");
        QCOMPARE(plain.parameters, 3000);
        QCOMPARE(plain.weightBytes, 2500 * 2 + 500 * 4);
        QCOMPARE(plain.weightType, "BF16");
        QCOMPARE(told.value->rows[1].weightType, "GPTQ-4");
    }

    void signsInWordsArePartOfThem()
    {
        const QString words = "c++ 50%25 a&limit=9 ü#";

        QVERIFY(found(words).value);

        const QString raw = m_hub->requests().first()["query"].toString();
        QByteArray sent;
        for (const QString& item : raw.split('&'))
            if (item.startsWith("search="))
                sent = item.mid(7).toUtf8();
        QCOMPARE(QString::fromUtf8(QByteArray::fromPercentEncoding(sent)), words);
        QCOMPARE(raw.count("limit="), 1);
    }

    void moreIsFoundOnDemand()
    {
        offerMany(45);

        auto told = found("phi");
        QSet<QString> names;
        int pages = 0;
        for (; told.value && ++pages; told = more(told.value->nextPage)) {
            for (const services::FoundRepository& row : told.value->rows)
                names << row.repository.text();
            if (told.value->nextPage.isEmpty())
                break;
        }

        QVERIFY2(told.value, qPrintable(told.error));
        QCOMPARE(pages, 3);
        QCOMPARE(names.size(), 45);
    }

    void moreIsNotSoughtElsewhere()
    {
        offerMany(45);
        setToken("secret");
        m_hub->setFaults({{"link", m_hub->contentAddress().toString() + "/api/models?cursor=20"}});
        const auto told = found("phi");
        QVERIFY(told.value && !told.value->nextPage.isEmpty());
        m_hub->requests();

        QVERIFY(more(told.value->nextPage).error.contains("outside 127.0.0.1"));

        QVERIFY(m_hub->requests().isEmpty());
    }

    void whatASearchFindsIsChecked_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<int>("rows"); // −1: it is rejected
        QTest::newRow("nothing") << QByteArray("[]") << 0;
        QTest::newRow("an object") << QByteArray("{}") << -1;
        QTest::newRow("no JSON") << QByteArray("<html>") << -1;
        QTest::newRow("other things") << QByteArray(R"([1, "a/b", null, {}, {"id": 7}])") << 0;
        QTest::newRow("names that lead out")
            << QByteArray(R"([{"id": "../x"}, {"id": "a/.."}, {"id": "a/b/c"}, {"id": "a\/b:c"}])")
            << 0;
        QTest::newRow("fields of other kinds") << QByteArray(
            R"([{"id": "a/b", "downloads": "many", "gguf": [], "tags": {}, "siblings": 7,
                "config": [], "safetensors": {"parameters": 9}}])")
                                               << 1;
        QTest::newRow("impossible numbers") << QByteArray(
            R"([{"id": "a/b", "downloads": -5, "gguf": {"total": 18446744073709551615},
                "safetensors": {"total": 18446744073709551615,
                    "parameters": {"F32": 18446744073709551615, "F64": 18446744073709551615}},
                "siblings": [{"rfilename": "config.json"}, {"rfilename": "tokenizer.json"},
                    {"rfilename": "model.safetensors"}]}])")
                                            << 1;
        QByteArray many = "[";
        for (int i = 0; i < 5000; ++i)
            many += (i ? "," : "") + QByteArray(R"({"id": "a/b)") + QByteArray::number(i) + "\"}";
        QTest::newRow("too many") << many + "]" << 100;
    }

    void whatASearchFindsIsChecked()
    {
        QFETCH(QByteArray, answer);
        QFETCH(int, rows);
        if (rows < 0) {
            QVERIFY_THROWS_EXCEPTION(base::Error, services::readFound(answer, "hub"));
            return;
        }
        const auto found = services::readFound(answer, "hub");
        QCOMPARE(found.size(), rows);
        for (const services::FoundRepository& row : found) {
            QCOMPARE(row.downloads, -1);
            QVERIFY(row.parameters >= 0 && row.parameters <= qint64(1) << 50);
            QVERIFY(row.weightBytes >= 0 && row.weightBytes <= qint64(1) << 50);
            QVERIFY(row.files.isEmpty());
        }
    }

    // They once took as many steps as their number squared.
    void aListOfManyFilesIsReadUntilNobodyWantsIt()
    {
        constexpr int count = 200'000;
        QByteArray list = "[";
        for (int file = 0; file < count; ++file)
            list += "{\"type\": \"file\", \"path\": \"f" + QByteArray::number(file)
                + "\", \"size\": 1},";
        list.back() = ']';

        QCOMPARE(services::readFileList(list, "hub").size(), count);
        std::stop_source stop;
        stop.request_stop();
        try {
            services::readFileList(list, "hub", stop.get_token());
            QFAIL("it was read to its end");
        } catch (const base::Error& error) {
            QCOMPARE(error.kind(), base::ErrorKind::Cancelled);
        }
    }

    void whatIsTooMuchForAListIsRefused()
    {
        for (const QByteArray& list : {"[" + QByteArray("{},").repeated(1'000'000) + "{}]",
                 QByteArray(100'000, '[') + QByteArray(100'000, ']')}) {
            try {
                services::readFileList(list, "hub");
                QFAIL("it was read");
            } catch (const base::Error& error) {
                QVERIFY2(QByteArray(error.what()).contains("hub"), error.what());
            }
        }
    }

    void aListOfTenThousandComesPageByPage()
    {
        m_hub->offer(m_repository.text(), {{"a.gguf", randomFile(10)}}, {{"more_files", 10'000}});

        const auto told = files();

        QVERIFY2(told.value, qPrintable(told.error));
        QCOMPARE(told.value->size(), 10'001);
        QCOMPARE(m_hub->requests().size(), 11);
    }

    void aListThatGoesOnElsewhereIsNotFollowed()
    {
        setToken("secret");
        m_hub->setFaults({{"link", m_hub->contentAddress().toString() + "/api/models/x"}});
        m_hub->offer(m_repository.text(), {}, {{"more_files", 1500}});

        const auto told = files();

        QVERIFY2(told.error.contains("continues outside"), qPrintable(told.error));
        for (const QJsonObject& request : m_hub->requests())
            QCOMPARE(request["host"].toString(), QString("127.0.0.1"));
    }

    void aListThatNeverEndsIsGivenUp()
    {
        m_hub->setFaults({{"link", "/api/models/" + m_repository.text() + "/tree/main"}});
        m_hub->offer(m_repository.text(), {}, {{"more_files", 1500}});

        const auto told = files();

        QVERIFY2(told.error.contains("it is endless"), qPrintable(told.error));
    }

    void theHeadOfAFileIsFetchedAndNoMore()
    {
        const auto told = head("a.gguf", 100);

        QVERIFY2(told.value, qPrintable(told.error));
        QCOMPARE(told.value->size(), 100);
        QCOMPARE(m_hub->requests().last()["range"].toString(), QString("bytes=0-99"));
        const auto whole = head("a.gguf", 1'000'000);
        QCOMPARE(whole.value->size(), 5000);
        QCOMPARE(whole.value->left(100), *told.value);
    }

    void aHostThatSendsEverythingIsStopped()
    {
        m_hub->setFaults({{"no_range", true}});
        const auto told = head("a.gguf", 100);
        QVERIFY2(told.value, qPrintable(told.error));
        QCOMPARE(told.value->size(), 100);
    }

    void whatIsCutIsContinued_data()
    {
        QTest::addColumn<QJsonObject>("faults");
        QTest::newRow("after a third") << QJsonObject{{"cut_share", 0.34}, {"cut_api", true}};
        QTest::newRow("after some KiB") << QJsonObject{{"cut_after", 5000}, {"cut_api", true}};
    }
    void whatIsCutIsContinued()
    {
        QFETCH(QJsonObject, faults);
        constexpr qint64 count = 1 << 20;
        m_hub->offer(
            m_repository.text(), {{"a.gguf", randomFile(1'300'000)}}, {{"more_files", 1500}});
        const auto expected = head("a.gguf", count, 1'300'000);
        m_hub->requests();
        m_hub->setFaults(faults);

        const auto told = head("a.gguf", count, 1'300'000);

        QVERIFY2(told.value, qPrintable(told.error));
        QVERIFY(*told.value == *expected.value);
        // Requests go on where bytes were missing. A closed connection may lose some on their way, and a
        // request that was given up may be noted after its successor.
        qint64 furthest = 0, sent = 0;
        for (const QJsonObject& request : m_hub->requests()) {
            const QString range = request["range"].toString();
            furthest = std::max(furthest, range.section('=', 1).section('-', 0, 0).toLongLong());
            sent += request["sent"].toInteger();
        }
        QVERIFY2(sent < 2 * count, qPrintable(QString::number(sent)));
        QVERIFY(furthest > count / 2);
        QVERIFY(card().value);
        QCOMPARE(files().value.value_or(QList<HubFile>()).size(), 1501);
    }

    void answersThatChangeAreNotMixed()
    {
        m_hub->setFaults({{"cut_api", true}, {"cut_after", 60}, {"cuts", 1}, {"many_etags", true}});

        const auto told = card();

        QVERIFY2(told.value, qPrintable(told.error));
        const auto requests = m_hub->requests();
        QCOMPARE(requests.size(), 3);
        QCOMPARE(requests[1]["range"].toString(), QString("bytes=60-"));
        QVERIFY(requests[2]["range"].isNull());
    }

    void aHostThatNeverGetsFurtherIsGivenUp()
    {
        m_hub->setFaults({{"no_range", true}, {"cut_after", 1000}});
        const auto told = head("a.gguf", 5000);
        QVERIFY2(told.error.contains("lost"), qPrintable(told.error));
        QCOMPARE(m_hub->requests().size(), 2 * (1 + NetworkTimes().maxFailures));
    }

    void theTokenIsForTheHubAlone()
    {
        setToken("secret-token");

        QVERIFY(head("a.gguf", 100).value);

        const auto requests = m_hub->requests();
        QCOMPARE(requests.size(), 2);
        QCOMPARE(requests[0]["authorization"].toString(), QString("Bearer secret-token"));
        QCOMPARE(requests[1]["host"].toString(), QString("127.0.0.2"));
        QVERIFY(requests[1]["authorization"].isNull());
    }

    void nobodyElseIsContacted()
    {
        QSignalSpy contacted(m_client.get(), &HubClient::contacted);
        QVERIFY(m_hub->requests().isEmpty());

        QVERIFY(head("a.gguf", 100).value);

        QCOMPARE(contacted.size(), 2);
        QCOMPARE(contacted[0][0].toString(), QString("127.0.0.1"));
        QCOMPARE(contacted[1][0].toString(), QString("127.0.0.2"));
    }

    void whatIsRefusedIsSaidInASentence_data()
    {
        QTest::addColumn<QJsonObject>("rejection");
        QTest::addColumn<QString>("word");
        const auto row = [](const char* name, int status, const char* code, const char* word) {
            QTest::newRow(name) << QJsonObject{{"at", "api"}, {"status", status},
                {"headers", QJsonObject{{"X-Error-Code", code}}}}
                                << QString(word);
        };
        row("gated", 401, "GatedRepo", "is a gated model");
        row("forbidden", 403, "GatedRepo", "is a gated model");
        row("no repository", 401, "RepoNotFound", "wasn't found at");
        row("no file", 404, "EntryNotFound", "no longer has this file");
        row("no version", 404, "RevisionNotFound", "wasn't found at");
        row("no range", 416, "", "is shorter at");
        row("busy", 429, "", "too many requests");
        row("broken", 500, "", "internal error");
        row("a proxy", 407, "", "proxy");
        row("a teapot", 418, "", "418");
    }
    void whatIsRefusedIsSaidInASentence()
    {
        QFETCH(QJsonObject, rejection);
        QFETCH(QString, word);
        m_hub->setFaults({{"refuse", QJsonArray{rejection}}});

        const auto told = card();

        QVERIFY(!told.value);
        QVERIFY2(told.error.contains(word), qPrintable(told.error));
        QVERIFY(!told.error.contains('\n'));
    }

    void aTokenThatIsNotEnoughIsSaidSo()
    {
        setToken("wrong");
        m_hub->offer(m_repository.text(), {{"a.gguf", randomFile(10)}}, {{"gated", true}});
        m_hub->tell({{"token", "right"}});

        const auto rejected = head("a.gguf", 10);
        QVERIFY2(rejected.error.contains("access token"), qPrintable(rejected.error));

        setToken("right");
        QVERIFY(head("a.gguf", 10).value);
    }

    void whatPassesIsTriedAgain()
    {
        const QJsonObject broken{{"at", "api"}, {"status", 502}, {"times", 2}};
        m_hub->setFaults({{"refuse", QJsonArray{broken}}});
        QVERIFY(card().value);
        QCOMPARE(m_hub->requests().size(), 3);
    }

    void itWaitsAsLongAsItIsAskedTo()
    {
        const QJsonObject busy{{"at", "api"}, {"status", 429}, {"times", 1},
            {"headers", QJsonObject{{"Retry-After", "1"}}}};
        m_hub->setFaults({{"refuse", QJsonArray{busy}}});
        QElapsedTimer clock;
        clock.start();

        QVERIFY(card().value);

        QVERIFY2(clock.elapsed() >= 1000, qPrintable(QString::number(clock.elapsed())));
    }

    void whatIsNoAnswerOfAHubIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("a page") << "<html>Welcome</html>";
        QTest::newRow("nothing") << "";
        QTest::newRow("another kind") << "3";
        QTest::newRow("without a version") << R"({"id": "a/b"})";
        QTest::newRow("a version that is a path") << R"({"id": "a/b", "sha": "../../x"})";
        QTest::newRow("deep") << QString("[").repeated(5000) + QString("]").repeated(5000);
        QTest::newRow("long") << '"' + QString("a").repeated(20 << 20) + '"';
    }
    void whatIsNoAnswerOfAHubIsRefused()
    {
        QFETCH(QString, text);
        m_hub->setFaults({{"api", text}});

        const auto told = card();

        QVERIFY(!told.value);
        QVERIFY2(told.error.contains("address"), qPrintable(told.error));
    }

    void namesThatLeadOutOfAFolderAreLeftOut()
    {
        m_hub->setFaults({{"api", R"([{"type": "file", "path": "../a.gguf", "size": 5},
            {"type": "file", "path": "/etc/a.gguf", "size": 5},
            {"type": "file", "path": "a/.hidden/b.gguf", "size": 5},
            {"type": "file", "path": "minus.gguf", "size": -5},
            {"type": "file", "path": 7, "size": 5}, 3, null,
            {"type": "directory", "path": "folder", "size": 0},
            {"type": "file", "path": "good.gguf", "size": 5, "lfs": {"oid": "abc", "size": "x"}}])"}});

        const auto told = files();

        QVERIFY2(told.value, qPrintable(told.error));
        QCOMPARE(told.value->size(), 1);
        QCOMPARE(told.value->first().path, QString("good.gguf"));
        QVERIFY(told.value->first().hash.isEmpty());
    }

    void aHubThatIsNotThereIsSaidSo()
    {
        m_client = std::make_unique<HubClient>(
            services::HubAccess{QUrl("http://127.0.0.1:1"), {}}, tests::shortTimes<NetworkTimes>());
        const auto told = card();
        QVERIFY2(told.error.contains("127.0.0.1"), qPrintable(told.error));
    }

    void redirectsToNowhereAreGivenUp_data()
    {
        QTest::addColumn<QString>("there");
        QTest::newRow("in a circle") << "/some-owner/Model-GGUF/resolve/main/a.gguf";
        QTest::newRow("a file") << "file:///etc/passwd";
        QTest::newRow("nowhere") << "";
    }
    void redirectsToNowhereAreGivenUp()
    {
        QFETCH(QString, there);
        m_hub->setFaults({{"redirect_to", there}});
        const auto told = head("a.gguf", 100);
        QVERIFY(!told.value);
        QVERIFY2(told.error.contains("invalid response"), qPrintable(told.error));
    }

    void environmentGoesBeforeSettings()
    {
        const QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        QCOMPARE(services::makeHubAccess(settings).address, QUrl("https://huggingface.co"));
        settings.set(services::settings::hubAddress, QString("https://mirror.example/hf/"));
        QCOMPARE(services::makeHubAccess(settings).address.host(), QString("mirror.example"));
        QCOMPARE(services::makeHubAccess(settings).fileUrl(m_repository, "main", "a b.gguf"),
            QUrl("https://mirror.example/hf/some-owner/Model-GGUF/resolve/main/a%20b.gguf"));

        qputenv("HF_ENDPOINT", "http://other.example");
        qputenv("HF_TOKEN", "hf_abc\n");
        const auto access = services::makeHubAccess(settings);
        qputenv("HF_ENDPOINT", "ftp://other.example");
        QVERIFY_EXCEPTION_THROWN(services::makeHubAccess(settings), base::Error);
        qunsetenv("HF_ENDPOINT");
        qputenv("HF_TOKEN", "two words");
        QVERIFY_EXCEPTION_THROWN(services::makeHubAccess(settings), base::Error);
        qunsetenv("HF_TOKEN");

        QCOMPARE(access.address.host(), QString("other.example"));
        QCOMPARE(access.token, QByteArray("hf_abc"));
    }
};

TESTS(HubClientTest, QCoreApplication);
#include "hub_client_test.moc"
