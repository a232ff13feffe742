#include "services/downloads/file_download.h"
#include "tests/services/downloads/hub_file.h"
#include "tests/support/largest_file.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <utility>

using tests::HubFile;
using tests::randomFile;

namespace {

constexpr qint64 small = 300'000, large = 64 << 20; // bytes; several connections are worth it

QJsonObject refusal(const char* place, int status, int times, const QJsonObject& headers = {})
{
    return {{"refuse",
        QJsonArray{QJsonObject{
            {"at", place}, {"status", status}, {"times", times}, {"headers", headers}}}}};
}

} // namespace

// Whatever goes wrong on the way: the file is right in the end, or it is not there and a message
// says why.
class FileDownloadTest : public QObject {
    Q_OBJECT

private slots:
    void aSmallFileComesByOneConnection()
    {
        HubFile file(randomFile(small));
        QCOMPARE(file.fetch(), QString());
        QVERIFY(file.isHere());
        QCOMPARE(file.hub.requests().size(), 2);
    }

    void aLargeFileComesBySeveralConnectionsAndOnce()
    {
        HubFile file(randomFile(large));
        file.hub.setFaults({{"bytes_per_second", 50'000'000}});

        QCOMPARE(file.fetch(), QString());

        QVERIFY(file.isHere());
        int answers = 0;
        qint64 sent = 0;
        for (const QJsonObject& request : file.hub.requests()) {
            answers += request["host"] == "127.0.0.2";
            sent += request["sent"].toInteger();
        }
        QVERIFY2(answers >= 4, qPrintable(QString::number(answers)));
        // Some bytes of a share that another connection takes over may be under way already.
        QVERIFY2(sent < large + 4 * (1 << 20), qPrintable(QString::number(sent)));
    }

    void whatIsHereIsNotFetchedAgain()
    {
        HubFile file(randomFile(small));
        QCOMPARE(file.fetch(), QString());
        file.hub.requests();

        QCOMPARE(file.fetch(), QString());

        QVERIFY(file.hub.requests().isEmpty());
    }

    void theSameUnderAnotherNameIsLinked()
    {
        HubFile file(randomFile(small));
        QCOMPARE(file.fetch(), QString());
        file.hub.requests();
        file.order.path = file.folder.filePath("some/model/other.gguf");

        QCOMPARE(file.fetch(), QString());

        QVERIFY(file.hub.requests().isEmpty());
        QCOMPARE(tests::sha256Of(file.order.path), file.order.hash);
        QCOMPARE(file.entries(), 2);
    }

    void whatIsHereButWrongIsReplaced()
    {
        HubFile file(randomFile(small));
        QDir().mkpath(QFileInfo(file.order.path).path());
        QFile wrong(file.order.path);
        QVERIFY(wrong.open(QIODevice::WriteOnly) && wrong.resize(small));
        wrong.close();

        QCOMPARE(file.fetch(), QString());

        QVERIFY(file.isHere());
    }

    // Hubs tell it of files that are no weights.
    void theIdOfGitIsAsGood()
    {
        HubFile file(randomFile(small));
        const QByteArray right = std::exchange(file.order.hash, file.gitId);
        QDir().mkpath(QFileInfo(file.order.path).path());
        QFile changed(file.order.path);
        QVERIFY(changed.open(QIODevice::WriteOnly) && changed.resize(small));
        changed.close();

        QCOMPARE(file.fetch(), QString());
        QCOMPARE(tests::sha256Of(file.order.path), right);
        file.hub.requests();
        QCOMPARE(file.fetch(), QString());
        QVERIFY(file.hub.requests().isEmpty());

        file.order.hash[0] = char(file.order.hash[0] + 1);
        const QString message = file.fetch();
        QVERIFY2(message.contains("checksum"), qPrintable(message));
    }

    void aSmallFileWithoutAHashIsFetchedAgain()
    {
        HubFile file(randomFile(small));
        const QByteArray right = std::exchange(file.order.hash, {});
        QDir().mkpath(QFileInfo(file.order.path).path());
        QFile old(file.order.path);
        QVERIFY(old.open(QIODevice::WriteOnly) && old.resize(small));
        old.close();

        QCOMPARE(file.fetch(), QString());

        QCOMPARE(tests::sha256Of(file.order.path), right);
    }

    void theTokenReachesTheHubAlone()
    {
        HubFile file(randomFile(small));
        file.order.token = "secret-token";
        QCOMPARE(file.fetch(), QString());
        const auto requests = file.hub.requests();
        QCOMPARE(requests[0]["authorization"].toString(), QString("Bearer secret-token"));
        QCOMPARE(requests[1]["host"].toString(), QString("127.0.0.2"));
        QVERIFY(requests[1]["authorization"].isNull());
    }

    void whatIsCutEightTimesIsWholeInTheEnd()
    {
        HubFile file(randomFile(small));
        file.hub.setFaults({{"cut_after", 30'000}, {"cuts", 8}});

        QCOMPARE(file.fetch(), QString());

        QVERIFY(file.isHere());
        // What is on its way when a connection is cut may be lost; from its beginning it never comes again.
        QVERIFY2(file.sent() < 2 * small, qPrintable(QString::number(file.sent())));
    }

    void answersThatAlwaysEndEarlyAreContinued_data()
    {
        QTest::addColumn<QJsonObject>("faults");
        QTest::newRow("after a third") << QJsonObject{{"cut_share", 0.34}};
        QTest::newRow("after some KiB") << QJsonObject{{"cut_after", 5000}};
    }
    void answersThatAlwaysEndEarlyAreContinued()
    {
        QFETCH(QJsonObject, faults);
        HubFile file(randomFile(1'300'000));
        file.hub.setFaults(faults);

        QCOMPARE(file.fetch(), QString());

        QVERIFY(file.isHere());
        // A closed connection may lose bytes on their way, which are sent again.
        QVERIFY(file.sent() < 2 * file.order.bytes);
    }

    void severalConnectionsMayBeCut()
    {
        HubFile file(randomFile(large));
        file.hub.setFaults({{"cut_after", 1'000'000}, {"cuts", 30}});
        QCOMPARE(file.fetch(), QString());
        QVERIFY(file.isHere());
    }

    void aHostWithoutRangesWillDo()
    {
        HubFile file(randomFile(large));
        file.hub.setFaults({{"no_range", true}, {"cut_after", 10'000'000}, {"cuts", 2}});
        QCOMPARE(file.fetch(), QString());
        QVERIFY(file.isHere());
    }

    void aHostWithoutRangesThatIsAlwaysCutIsGivenUp()
    {
        HubFile file(randomFile(small));
        file.hub.setFaults({{"no_range", true}, {"cut_after", 100'000}});
        const QString sentence = file.fetch();
        QVERIFY2(sentence.contains("keeps failing"), qPrintable(sentence));
        QVERIFY(file.isNotHere());
    }

    void aHubThatKeepsTheContentsItselfWillDo()
    {
        HubFile file(randomFile(small));
        file.hub.setFaults({{"no_redirect", true}});
        QCOMPARE(file.fetch(), QString());
        QVERIFY(file.isHere());
    }

    void aFileThatChangesBetweenTwoHalvesIsNeverMixed()
    {
        HubFile file(randomFile(small));
        file.hub.setFaults({{"cut_after", 100'000}, {"cuts", 1}, {"change_after", 1}});

        const QString sentence = file.fetch();

        QVERIFY2(sentence.contains("checksum"), qPrintable(sentence));
        QVERIFY(file.isNotHere());
        QCOMPARE(file.entries(), 0);
    }

    void hostsThatNameOneFileDifferentlyWillDo()
    {
        HubFile file(randomFile(large));
        file.hub.setFaults({{"many_etags", true}});

        QCOMPARE(file.fetch(), QString());

        QVERIFY(file.isHere());
    }

    void aFileThatChangesAllTheTimeIsGivenUp()
    {
        HubFile file(randomFile(small));
        file.order.hash.clear();
        file.hub.setFaults({{"many_etags", true}, {"cut_after", 100'000}});
        const QString sentence = file.fetch();
        QVERIFY2(sentence.contains("keeps changing"), qPrintable(sentence));
        QVERIFY(file.isNotHere());
    }

    void withoutAHashTheNewFileIsTakenWhole()
    {
        HubFile file(randomFile(small));
        file.order.hash.clear();
        file.hub.setFaults({{"cut_after", 100'000}, {"cuts", 1}, {"change_after", 1}});

        QCOMPARE(file.fetch(), QString());

        QFile fetched(file.order.path);
        QVERIFY(fetched.open(QIODevice::ReadOnly));
        QByteArray content = fetched.readAll();
        std::reverse(content.begin(), content.end()); // as the hub changes it
        HubFile original(randomFile(small));
        QCOMPARE(
            QCryptographicHash::hash(content, QCryptographicHash::Sha256), original.order.hash);
    }

    void silenceCountsAsLost()
    {
        HubFile file(randomFile(small));
        file.hub.setFaults({{"stall_after", 100'000}, {"stalls", 1}});
        QElapsedTimer clock;
        clock.start();

        QCOMPARE(file.fetch(), QString());

        QVERIFY(file.isHere());
        QVERIFY(clock.elapsed() >= 900); // coarse timers are a little early
    }

    void aFileThatIsWrongIsRemoved()
    {
        HubFile file(randomFile(small));
        file.hub.setFaults({{"flip_byte", 12'345}});
        const QString sentence = file.fetch();
        QVERIFY2(sentence.contains("checksum"), qPrintable(sentence));
        QCOMPARE(file.entries(), 0);
    }

    void bytesThatWereDamagedHereAreFetchedAgain()
    {
        HubFile file(randomFile(small));
        breakOff(file);
        QFile part(file.order.path + ".part");
        QVERIFY(part.open(QIODevice::ReadWrite) && part.write("damaged") == 7);
        part.close();
        file.hub.setFaults({});

        QCOMPARE(file.fetch(), QString());

        QVERIFY(file.isHere());
    }

    void theNextRunGoesOnWhereThisOneEnded()
    {
        HubFile file(randomFile(small));
        breakOff(file);
        QVERIFY(file.isNotHere());
        QCOMPARE(file.entries(), 2);
        file.hub.setFaults({});
        file.hub.requests();

        QCOMPARE(file.fetch(), QString());

        QVERIFY(file.isHere());
        QCOMPARE(file.sent(), small - 100'000);
    }

    void whatIsRefusedIsSaid_data()
    {
        QTest::addColumn<QJsonObject>("faults");
        QTest::addColumn<QString>("word");
        QTest::newRow("gated") << refusal("resolve", 401, 99, {{"X-Error-Code", "GatedRepo"}})
                               << "is a gated model";
        QTest::newRow("gone") << refusal("resolve", 404, 99, {{"X-Error-Code", "EntryNotFound"}})
                              << "no longer has this file";
        QTest::newRow("broken") << refusal("content", 500, 99) << "internal error";
        QTest::newRow("busy for an hour")
            << refusal("content", 429, 99, {{"Retry-After", "3600"}}) << "3600 s";
        QTest::newRow("shorter") << refusal("content", 416, 99) << "shorter";
    }
    void whatIsRefusedIsSaid()
    {
        QFETCH(QJsonObject, faults);
        QFETCH(QString, word);
        HubFile file(randomFile(small));
        file.hub.setFaults(faults);

        const QString sentence = file.fetch();

        QVERIFY2(sentence.contains(word), qPrintable(sentence));
        QVERIFY(file.isNotHere());
    }

    void whatPassesIsTriedAgain_data()
    {
        QTest::addColumn<QJsonObject>("faults");
        QTest::newRow("broken") << refusal("content", 503, 3);
        QTest::newRow("an address that has expired") << refusal("content", 403, 2);
        QTest::newRow("a place that is no more") << refusal("content", 416, 1);
    }
    void whatPassesIsTriedAgain()
    {
        QFETCH(QJsonObject, faults);
        HubFile file(randomFile(small));
        file.hub.setFaults(faults);
        QCOMPARE(file.fetch(), QString());
        QVERIFY(file.isHere());
    }

    void itWaitsAsLongAsItIsAskedTo()
    {
        HubFile file(randomFile(small));
        file.hub.setFaults(refusal("content", 429, 1, {{"Retry-After", "1"}}));
        QElapsedTimer clock;
        clock.start();
        QCOMPARE(file.fetch(), QString());
        QVERIFY(clock.elapsed() >= 1000);
    }

    void anotherPartThanThatAskedForIsNotTaken()
    {
        HubFile file(randomFile(small));
        file.hub.setFaults({{"other_range", 7}});
        const QString sentence = file.fetch();
        QVERIFY2(sentence.contains("a different range"), qPrintable(sentence));
        QVERIFY(file.isNotHere());
    }

    void anotherSizeIsSaid()
    {
        HubFile file(randomFile(small));
        file.order.bytes -= 1;
        const QString sentence = file.fetch();
        QVERIFY2(sentence.contains("has changed on the hub"), qPrintable(sentence));
        QVERIFY(file.isNotHere());
    }

    void roomIsAskedForFirst()
    {
        HubFile file(randomFile(small));
        file.order.bytes = qint64(1) << 55;
        const QString sentence = file.fetch();
        QVERIFY2(sentence.contains("Not enough space"), qPrintable(sentence));
        QVERIFY(QDir(file.folder.path()).isEmpty());
        QVERIFY(file.hub.requests().isEmpty());
        QVERIFY(services::spaceProblem("/tmp", 1).isEmpty());
    }

    void aDiskThatBecomesFullIsSaidAndTheRestComesLater()
    {
        HubFile file(randomFile(10 * small));
        {
            const tests::LargestFile limit(6 * small);
            const QString sentence = file.fetch();
            QVERIFY2(sentence.contains("Not enough disk space"), qPrintable(sentence));
        }
        QVERIFY(file.isNotHere());
        file.hub.requests();

        QCOMPARE(file.fetch(), QString());

        QVERIFY(file.isHere());
        QVERIFY(file.sent() < 10 * small);
    }

    void aHubThatIsNotThereIsSaid()
    {
        HubFile file(randomFile(small));
        file.order.url.setPort(1);
        const QString sentence = file.fetch();
        QVERIFY2(sentence.contains("127.0.0.1"), qPrintable(sentence));
    }

private:
    // Fetches 100,000 bytes and no more.
    static void breakOff(HubFile& file)
    {
        const QJsonObject gone{{"at", "content"}, {"status", 404}, {"after", 1}};
        file.hub.setFaults({{"cut_after", 100'000}, {"refuse", QJsonArray{gone}}});
        QVERIFY(!file.fetch().isEmpty());
    }
};

TESTS(FileDownloadTest, QCoreApplication);
#include "file_download_test.moc"
