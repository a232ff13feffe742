#include "services/hub/hub_search.h"
#include "services/hub/token_keeper.h"
#include "services/network/network.h"
#include "services/settings/settings.h"
#include "tests/support/awaited.h"
#include "tests/support/made_up_hub.h"
#include "tests/support/test_program.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using services::describeFound;
using services::FoundModel;
using services::FoundRepository;

namespace {

FoundRepository repository(qint64 parameters, const QStringList& labels)
{
    FoundRepository found;
    found.repository = {"some", "Model-GGUF"};
    found.parameters = parameters;
    for (const QString& label : labels)
        found.files << "Model-" + label + ".gguf";
    return found;
}

// A search at a fake hub, and what it has told.
struct Searching {
    explicit Searching(const QUrl& hub)
    {
        qputenv("HF_ENDPOINT", hub.toString().toUtf8());
        qputenv("HF_TOKEN", "");
    }

    // True if it has ended.
    bool wait() { return QTest::qWaitFor([this] { return !search.isSearching(); }, 30'000); }

    QList<FoundModel> models(qsizetype page = 0) const
    {
        return page < found.size() ? found[page][0].value<QList<FoundModel>>()
                                   : QList<FoundModel>();
    }

    QTemporaryDir folder;
    services::Settings settings{folder.filePath("settings.json")};
    services::TokenKeeper tokens{settings};
    services::ContactedHosts hosts{folder.filePath("contacts.json")};
    services::HubSearch search{tokens, hosts, [] { return services::LoadOptions(); },
        tests::shortTimes<services::NetworkTimes>()};
    QSignalSpy found{&search, &services::HubSearch::found};
    QSignalSpy failed{&search, &services::HubSearch::failed};
};

// What a hub tells of a repository with this many parameters.
QJsonObject repositoryRow(const QStringList& files, qint64 parameters)
{
    QJsonArray siblings;
    for (const QString& file : files)
        siblings << QJsonObject{{"rfilename", file}};
    return {{"card",
        QJsonObject{{"siblings", siblings}, {"gguf", QJsonObject{{"total", parameters}}}}}};
}

const QStringList folderFiles{"config.json", "tokenizer.json", "model.safetensors"};

} // namespace

/// What is expected of a model that a search has found.
class HubSearchTest : public QObject {
    Q_OBJECT

private slots:
    void theQuantizationThatSuitsThisComputerIsNamed()
    {
        const FoundRepository found
            = repository(8'000'000'000, {"Q8_0", "Q4_K_M", "Q2_K", "F16", "UD-Q4_K_XL"});

        const FoundModel model = describeFound(found, 32'000'000'000);

        QCOMPARE(model.labels, (QStringList{"Q2_K", "UD-Q4_K_XL", "Q4_K_M", "Q8_0", "F16"}));
        QCOMPARE(model.label, "Q4_K_M");
        QCOMPARE(model.bytes, 4'890'000'000);
        QVERIFY(model.neededMemory > model.bytes);
        QCOMPARE(model.fit, FoundModel::Fit::Fits);
        QVERIFY(!model.canSee);
    }

    void whatDoesNotFitSaysSo()
    {
        const FoundModel model
            = describeFound(repository(70'000'000'000, {"Q8_0", "Q4_K_M"}), 16'000'000'000);

        QCOMPARE(model.fit, FoundModel::Fit::TooLarge);
        QCOMPARE(model.label, "Q4_K_M");
        QVERIFY(model.neededMemory > 16'000'000'000);
    }

    void nothingIsGuessed()
    {
        const FoundModel withoutSize = describeFound(repository(0, {"Q8_0"}), 16'000'000'000);
        QCOMPARE(withoutSize.labels, QStringList{"Q8_0"});
        QCOMPARE(withoutSize.bytes, 0);
        QCOMPARE(withoutSize.fit, FoundModel::Fit::Unknown);

        const FoundModel withoutMemory = describeFound(repository(1'000'000'000, {"Q8_0"}), 0);
        QVERIFY(withoutMemory.bytes > 0);
        QCOMPARE(withoutMemory.fit, FoundModel::Fit::Unknown);

        const FoundModel withoutLabel = describeFound(repository(1'000'000'000, {"large"}), 1);
        QVERIFY(withoutLabel.label.isEmpty());
        QCOMPARE(withoutLabel.fit, FoundModel::Fit::Unknown);
    }

    void aVisionPartIsNoModelOfItsOwn()
    {
        FoundRepository found = repository(1'000'000'000, {"Q8_0"});
        found.files << "mmproj-Model-F16.gguf";

        const FoundModel model = describeFound(found, 16'000'000'000);

        QVERIFY(model.canSee);
        QCOMPARE(model.labels, QStringList{"Q8_0"});
    }

    void aFolderHasOneFormWhoseSizeIsKnown()
    {
        FoundRepository found;
        found.repository = {"some", "Model"};
        found.isFolder = true;
        found.architecture = "qwen2_vl";
        found.parameters = 1'000'000'000;
        found.weightBytes = 2'000'000'000;
        found.weightType = "BF16";

        const FoundModel model = describeFound(found, 16'000'000'000);

        QCOMPARE(model.labels, QStringList{"BF16"});
        QCOMPARE(model.bytes, 2'000'000'000);
        QCOMPARE(model.fit, FoundModel::Fit::Fits);
        QVERIFY(model.canSee);
        QCOMPARE(describeFound(found, 1'000'000'000).fit, FoundModel::Fit::TooLarge);
        QVERIFY(services::isSupportedFolder(found));
        found.architecture = "whisper";
        QVERIFY(!services::isSupportedFolder(found));
    }

    void aRepositoryOfBothFormatsIsToldOnceAsGguf_data()
    {
        QTest::addColumn<QString>("late");
        QTest::newRow("GGUF is late") << "gguf";
        QTest::newRow("safetensors are late") << "safetensors";
    }
    void aRepositoryOfBothFormatsIsToldOnceAsGguf()
    {
        QFETCH(QString, late);
        tests::MadeUpHub hub;
        QJsonObject row
            = repositoryRow(QStringList{"Both-Q8_0.gguf"} + folderFiles, 1'000'000'000);
        hub.tell({{"repositories", QJsonObject{{"some/Both", row}}}});
        hub.setFaults({{"search_waits", QJsonObject{{late, 0.3}}}});
        Searching searching(hub.address());

        searching.search.search("both");

        QVERIFY(searching.wait());
        QCOMPARE(searching.models().size(), 1);
        QCOMPARE(searching.models()[0].labels, QStringList{"Q8_0"});
        QVERIFY(searching.models()[0].bytes > 0);
    }

    void oneFormatIsToldIfTheOtherFails()
    {
        tests::MadeUpHub hub;
        QJsonObject rows;
        for (int i = 0; i < 30; ++i) // more than a page
            rows[QString("some/Model-%1").arg(i)] = repositoryRow({"Model-Q8_0.gguf"}, 1000);
        hub.tell({{"repositories", rows}});
        hub.setFaults({{"search_fails", "safetensors"}});
        Searching searching(hub.address());

        searching.search.search("model");
        QVERIFY(searching.wait());
        QCOMPARE(searching.failed.size(), 1);
        QVERIFY(searching.search.hasMore());
        searching.search.more();
        QVERIFY(searching.wait());

        QCOMPARE(searching.models(0).size() + searching.models(1).size(), rows.size());
        QCOMPARE(searching.failed.size(), 1);
    }

    void partsOfASplitModelCountOnce()
    {
        FoundRepository found = repository(100'000'000'000, {});
        for (int part = 1; part <= 3; ++part)
            found.files << QString("Q4_K_M/Model-Q4_K_M-0000%1-of-00003.gguf").arg(part);

        const FoundModel model = describeFound(found, 100'000'000'000);

        QCOMPARE(model.labels, QStringList{"Q4_K_M"});
        QCOMPARE(model.bytes, 61'125'000'000);
    }
};

TESTS(HubSearchTest, QCoreApplication);
#include "hub_search_test.moc"
