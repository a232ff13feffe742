#include "services/downloads/model_downloads.h"
#include "tests/services/downloads/hub_file.h"
#include "tests/support/test_program.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

using services::ModelDownload;
using services::ModelDownloads;
using services::ModelOffer;
using Phase = ModelDownload::Phase;

// Models of two files each, fetched while somebody changes their mind and the program ends.
class ModelDownloadsTest : public QObject {
    Q_OBJECT

    static constexpr qint64 smallBytes = 2 << 20, largeBytes = 6 << 20;
    static constexpr qint64 allBytes = smallBytes + largeBytes;
    std::unique_ptr<tests::MadeUpHub> m_hub;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ModelDownloads> m_downloads;
    QJsonObject m_told;

    QString path(const QString& name) const { return m_folder->filePath(name); }
    QString models() const { return path("models"); }
    services::HubAccess access() const { return {m_hub->address(), "secret"}; }

    services::OfferedFile offered(const QString& there, const QString& here, bool isVision) const
    {
        const QJsonObject told = m_told[there].toObject();
        return {{there, told["size"].toInteger(),
                    QByteArray::fromHex(told["sha256"].toString().toLatin1())},
            here, isVision};
    }

    // All are the same model there, a large file and a small one; `name` is what it is called here.
    ModelOffer offer(const QString& name) const
    {
        ModelOffer offer;
        offer.repository = {"some", "model"};
        offer.commit = "main";
        offer.model.name = name.toStdString();
        offer.files = {offered("large.gguf", name + ".gguf", false),
            offered("small.gguf", "mmproj-" + name + ".gguf", true)};
        return offer;
    }

    // The program ends and is started again.
    void start(bool isAllowed = true)
    {
        m_downloads.reset();
        auto times = tests::shortTimes<services::NetworkTimes>();
        times.silence = std::chrono::hours(1); // who stalls does so until the test has seen it
        m_downloads
            = std::make_unique<ModelDownloads>(models(), path("state/downloads.json"), times);
        if (isAllowed)
            m_downloads->setAccess(access());
    }

    const ModelDownload& download(int id) const { return *m_downloads->find(id); }
    Phase phaseOf(int id) const { return download(id).phase; }
    bool isRight(const QString& name, const QString& there) const
    {
        const QByteArray hash
            = QByteArray::fromHex(m_told[there].toObject()["sha256"].toString().toLatin1());
        return tests::sha256Of(models() + "/some/model/" + name) == hash;
    }
    bool isHere(const QString& name) const
    {
        return isRight(name + ".gguf", "large.gguf")
            && isRight("mmproj-" + name + ".gguf", "small.gguf");
    }
    QStringList entries() const { return QDir(models() + "/some/model").entryList(QDir::Files); }

    // Some of the large file has come, and no more comes until the hub has no faults.
    int fetchSome(const QString& name)
    {
        m_hub->setFaults({{"stall_after", 1 << 20}, {"bytes_per_second", 2'000'000}});
        const int id = m_downloads->fetch(offer(name));
        const auto some = [&] { return download(id).done > 0; };
        return QTest::qWaitFor(some, 60'000) ? id : 0;
    }

    void endFaults() { m_hub->setFaults({}); }

    // The first download of the list is done, and right.
    bool isDone()
    {
        const auto done = [&] { return m_downloads->downloads().first().phase == Phase::Done; };
        return QTest::qWaitFor(done, 60'000) && isHere(m_downloads->downloads().first().name);
    }

private slots:
    void init()
    {
        m_hub = std::make_unique<tests::MadeUpHub>();
        m_told = m_hub->offer("some/model",
            {{"large.gguf", tests::randomFile(largeBytes, 1)},
                {"small.gguf", tests::randomFile(smallBytes, 2)}});
        m_folder = std::make_unique<QTemporaryDir>();
        QDir().mkpath(path("state"));
        start();
    }

    void cleanup() { m_downloads.reset(); }

    void aModelComesWithAllItsFiles()
    {
        QSignalSpy finished(m_downloads.get(), &ModelDownloads::finished);
        qint64 last = 0;
        connect(m_downloads.get(), &ModelDownloads::changed, this, [&](int id) {
            QVERIFY(download(id).done >= last && download(id).done <= allBytes);
            last = download(id).done;
        });

        const int id = m_downloads->fetch(offer("a"));

        QCOMPARE(phaseOf(id), Phase::Waiting);
        QCOMPARE(download(id).bytes, allBytes);
        QTRY_COMPARE_WITH_TIMEOUT(phaseOf(id), Phase::Done, 60'000);
        QCOMPARE(last, allBytes);
        QVERIFY(isHere("a"));
        QCOMPARE(finished.size(), 1);
        QCOMPARE(finished[0][0].toInt(), id);
        QCOMPARE(services::toString(finished[0][1].value<services::ModelId>()),
            models() + "/some/model/a.gguf");
    }

    void modelsComeInTheOrderOfTheList()
    {
        QStringList ended;
        connect(m_downloads.get(), &ModelDownloads::finished, this,
            [&](int id) { ended << download(id).name; });
        const int first = fetchSome("a");
        m_downloads->fetch(offer("b"));
        const int last = m_downloads->fetch(offer("c"));

        m_downloads->moveToFront(last);

        QCOMPARE(m_downloads->downloads().first().name, QString("c"));
        endFaults();
        m_downloads->pause(first); // c and b are next
        QTRY_COMPARE_WITH_TIMEOUT(ended, (QStringList{"c", "b"}), 60'000);
        m_downloads->goOn(first);
        QTRY_COMPARE_WITH_TIMEOUT(ended, (QStringList{"c", "b", "a"}), 60'000);
        QVERIFY(isHere("a") && isHere("b") && isHere("c"));
    }

    void whatIsPausedStaysSoInTheNextRun()
    {
        const int id = fetchSome("a");
        QVERIFY(id);
        m_downloads->pause(id);
        QCOMPARE(phaseOf(id), Phase::Paused);
        const qint64 done = download(id).done;
        endFaults();

        start();

        const int restored = m_downloads->downloads().first().id;
        QCOMPARE(phaseOf(restored), Phase::Paused);
        QCOMPARE(download(restored).name, QString("a"));
        QCOMPARE(download(restored).done, done);
        const int other = m_downloads->fetch(offer("b")); // it does not wait
        QTRY_COMPARE_WITH_TIMEOUT(phaseOf(other), Phase::Done, 60'000);
        QCOMPARE(phaseOf(restored), Phase::Paused);
        m_downloads->goOn(restored);
        QVERIFY(isDone());
    }

    void whatWasRunningGoesOnInTheNextRunWhereItWas()
    {
        const int id = fetchSome("a");
        QVERIFY(id);
        const qint64 done = download(id).done;
        m_downloads.reset();
        m_hub->requests();
        endFaults();

        start();

        QCOMPARE(m_downloads->downloads().size(), 1);
        QVERIFY(isDone());
        qint64 sent = 0;
        for (const QJsonObject& request : m_hub->requests())
            sent += request["sent"].toInteger();
        QVERIFY2(sent <= allBytes - done, qPrintable(QString::number(sent)));
        start();
        QVERIFY(m_downloads->downloads().isEmpty()); // it is done
    }

    void nothingIsContactedBeforeThereIsAnAddress()
    {
        QVERIFY(fetchSome("a"));
        start(false);
        m_hub->requests();
        endFaults();
        QSignalSpy contacted(m_downloads.get(), &ModelDownloads::contacted);
        m_downloads->fetch(offer("b"));
        QCOMPARE(m_downloads->downloads().last().phase, Phase::Waiting);
        QVERIFY(!contacted.wait(200));
        QVERIFY(m_hub->requests().isEmpty());

        m_downloads->setAccess(access());

        QTRY_COMPARE_WITH_TIMEOUT(m_downloads->downloads().last().phase, Phase::Done, 60'000);
        QVERIFY(isDone() && isHere("b"));
        QVERIFY(contacted.size() > 0);
    }

    void theTokenIsNotKept()
    {
        QVERIFY(fetchSome("a"));
        m_downloads.reset();
        QFile kept(path("state/downloads.json"));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        const QByteArray text = kept.readAll();
        QVERIFY(text.contains("some"));
        QVERIFY(!text.contains("secret"));
    }

    void whatIsCancelledLeavesNothing()
    {
        m_hub->setFaults({{"stall_after", smallBytes + 1}, {"bytes_per_second", 4'000'000}});
        ModelOffer smallFirst = offer("a");
        std::swap(smallFirst.files[0].file, smallFirst.files[1].file);
        const int id = m_downloads->fetch(smallFirst); // until the second file is on its way
        QTRY_VERIFY_WITH_TIMEOUT(download(id).done > smallBytes, 60'000);
        QVERIFY(entries().contains("a.gguf"));

        m_downloads->cancel(id);

        QVERIFY(!m_downloads->find(id));
        QTRY_COMPARE(entries(), QStringList());
        start();
        QVERIFY(m_downloads->downloads().isEmpty());
    }

    void whatWasPausedInAnEarlierRunLeavesNothingWhenCancelled()
    {
        m_downloads->pause(fetchSome("a"));
        start();
        QVERIFY(!entries().isEmpty());

        m_downloads->cancel(m_downloads->downloads().first().id);

        QTRY_COMPARE(entries(), QStringList());
    }

    void filesThatWereHereBeforeStayWhenCancelled()
    {
        const int first = m_downloads->fetch(offer("a"));
        QTRY_COMPARE_WITH_TIMEOUT(phaseOf(first), Phase::Done, 60'000);
        QVERIFY(QFile::remove(models() + "/some/model/mmproj-a.gguf"));
        m_hub->setFaults({{"stall_after", 0}});
        const int id = m_downloads->fetch(offer("a"));
        QCOMPARE(m_downloads->downloads().size(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(download(id).done, largeBytes, 60'000);

        m_downloads->cancel(id);

        QTRY_COMPARE(entries(), QStringList{"a.gguf"});
    }

    void oneThatFailsSaysWhyAndCanBeTriedAgain()
    {
        m_hub->setFaults({{"refuse", QJsonArray{QJsonObject{{"at", "resolve"}, {"status", 404}}}}});
        const int id = m_downloads->fetch(offer("a"));
        QTRY_COMPARE_WITH_TIMEOUT(phaseOf(id), Phase::Failed, 60'000);
        const QString sentence = download(id).sentence;
        QVERIFY(!sentence.isEmpty());

        start();
        QCOMPARE(m_downloads->downloads().first().phase, Phase::Failed);
        QCOMPARE(m_downloads->downloads().first().sentence, sentence);
        m_hub->setFaults({});
        const int again = m_downloads->fetch(offer("a")); // the same as to continue with it

        QCOMPARE(again, m_downloads->downloads().first().id);
        QVERIFY(isDone());
    }

    void aModelThatIsTooLargeForTheDiskIsNotBegun()
    {
        ModelOffer large = offer("a");
        large.files.first().file.bytes = qint64(1) << 50;
        m_hub->requests();

        const int id = m_downloads->fetch(large);

        QTRY_COMPARE_WITH_TIMEOUT(phaseOf(id), Phase::Failed, 60'000);
        QVERIFY2(
            download(id).sentence.contains("Not enough space"), qPrintable(download(id).sentence));
        QVERIFY(m_hub->requests().isEmpty());
    }

    void aFileThatThisProgramHasNotWrittenIsPassedOver_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addRow("no JSON") << QByteArray("{");
        QTest::addRow("other JSON") << QByteArray("[1]");
        const QByteArray file = R"({"path":"a","name":"%1","bytes":%2,"sha256":""})";
        const QByteArray row = R"({"downloads":[{"owner":"%1","name":"b","files":[%2]}]})";
        const auto with = [&](const char* owner, const char* name, const char* bytes) {
            return QByteArray(row)
                .replace("%1", owner)
                .replace("%2", QByteArray(file).replace("%1", name).replace("%2", bytes));
        };
        QTest::addRow("leads out of the folder") << with("..", "a", "1");
        QTest::addRow("leads elsewhere") << with("a", "../a", "1");
        QTest::addRow("no size") << with("a", "a", "0");
        QTest::addRow("impossible size") << with("a", "a", "1e30");
        QTest::addRow("no files") << QByteArray(row).replace("%1", "a").replace("%2", "");
    }

    void aFileThatThisProgramHasNotWrittenIsPassedOver()
    {
        QFETCH(QByteArray, text);
        m_downloads.reset();
        QFile kept(path("state/downloads.json"));
        QVERIFY(kept.open(QIODevice::WriteOnly) && kept.write(text) == text.size());
        kept.close();

        start();

        QVERIFY(m_downloads->downloads().isEmpty());
    }
};

TESTS(ModelDownloadsTest, QCoreApplication);
#include "model_downloads_test.moc"
