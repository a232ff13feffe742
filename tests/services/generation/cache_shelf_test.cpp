#include "services/generation/cache_shelf.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <fstream>
#include <string>

namespace fs = std::filesystem;
using services::CacheShelf;

namespace {

constexpr engine::Fingerprint model{.low = 1, .high = 2}, otherModel{.low = 3, .high = 4};

struct Shelf {
    explicit Shelf(int64_t limit) { shelf.setLimit(limit); }

    // Writes a file of so many bytes, if it may be written. The later, the more recently used.
    bool put(const QString& conversation, int64_t bytes, engine::Fingerprint of = model)
    {
        const fs::path file = shelf.fileOf(conversation, of);
        if (!shelf.makeRoom(useOf(conversation), file, bytes))
            return false;
        std::ofstream(file) << std::string(size_t(bytes), 'x');
        fs::last_write_time(
            file, fs::file_time_type::clock::now() - std::chrono::seconds(1000 - ++m_time));
        return true;
    }
    bool has(const QString& conversation, engine::Fingerprint of = model) const
    {
        return fs::exists(shelf.fileOf(conversation, of));
    }
    // Asked now.
    services::ConversationUse useOf(const QString& conversation) const
    {
        return {.conversation = conversation, .edition = shelf.edition(conversation)};
    }

    QTemporaryDir parent;
    fs::path folder{fs::path(parent.path().toStdString()) / "contexts"};
    CacheShelf shelf{folder};

private:
    int m_time = 0;
};

} // namespace

// What models remember of conversations takes no more of the disk than it may, and goes with them.
class CacheShelfTest : public QObject {
    Q_OBJECT

private slots:
    void whatWasUsedLongestAgoMakesRoom()
    {
        Shelf it(100);
        QVERIFY(it.put("first", 40));
        QVERIFY(it.put("second", 40));
        it.shelf.markUsed(it.shelf.fileOf("first", model));

        QVERIFY(it.put("third", 50));

        QVERIFY(it.has("first"));
        QVERIFY(!it.has("second"));
        QVERIFY(it.has("third"));
    }

    void aNewFileOfTheSameConversationTakesThePlaceOfTheOld()
    {
        Shelf it(100);
        QVERIFY(it.put("first", 60));
        QVERIFY(it.put("second", 40));

        QVERIFY(it.put("first", 60));

        QVERIFY(it.has("first"));
        QVERIFY(it.has("second"));
    }

    void nothingLargerThanTheLimitIsKept()
    {
        Shelf it(100);
        QVERIFY(it.put("small", 10));

        QVERIFY(!it.put("large", 101));

        QVERIFY(it.has("small"));
    }

    void aLowerLimitTakesFilesAway()
    {
        Shelf it(100);
        it.put("first", 40);
        it.put("second", 40);

        it.shelf.setLimit(50);
        QVERIFY(!it.has("first"));
        QVERIFY(it.has("second"));

        it.shelf.setLimit(0);
        QVERIFY(!it.has("second"));
        QVERIFY(!it.put("third", 1));
    }

    void withoutALimitNothingIsTouched()
    {
        Shelf it(0);
        QVERIFY(!it.put("first", 1));
        QVERIFY(!fs::exists(it.folder));
    }

    void aConversationThatIsRemovedTakesItsFilesWithIt()
    {
        Shelf it(100);
        it.put("gone", 10);
        it.put("gone", 10, otherModel);
        it.put("here", 10);

        it.shelf.remove("gone");

        QVERIFY(!it.has("gone"));
        QVERIFY(!it.has("gone", otherModel));
        QVERIFY(it.has("here"));
        QVERIFY(!it.put("gone", 10));
        it.shelf.putBack("gone");
        QVERIFY(it.put("gone", 10));
    }

    void whatWasTakenOutOfAConversationIsNeitherReadNorWritten()
    {
        Shelf it(100);
        it.put("talk", 10);
        it.put("talk", 10, otherModel);
        it.put("other", 10);
        const services::ConversationUse before = it.useOf("talk");
        const fs::path file = it.shelf.fileOf("talk", model);
        QVERIFY(it.shelf.has("talk", file));

        it.shelf.outdate("talk");
        QVERIFY(!it.shelf.has("talk", file)); // although it is still there
        it.shelf.removeOutdated("talk");

        QVERIFY(!it.has("talk"));
        QVERIFY(!it.has("talk", otherModel));
        QVERIFY(it.has("other"));
        QVERIFY(!it.shelf.makeRoom(before, file, 10));
        QVERIFY(it.put("talk", 10));
        QVERIFY(it.shelf.has("talk", file));
    }

    void whatWasOutdatedWhileItWasWrittenGoes()
    {
        Shelf it(100);
        const services::ConversationUse before = it.useOf("talk");
        it.put("talk", 10);

        it.shelf.outdate("talk");
        it.shelf.wasWritten(before, it.shelf.fileOf("talk", model));

        QVERIFY(!it.has("talk"));
    }

    void twoThatAreWrittenAtOnceTakeNoMoreThanTheLimit()
    {
        Shelf it(100);
        const fs::path first = it.shelf.fileOf("first", model);
        QVERIFY(it.shelf.makeRoom(it.useOf("first"), first, 60)); // and not yet written
        QVERIFY(it.put("second", 60));
        it.shelf.wasWritten(it.useOf("second"), it.shelf.fileOf("second", model));
        std::ofstream(first) << std::string(60, 'x');

        it.shelf.wasWritten(it.useOf("first"), first);

        QVERIFY(it.has("first"));
        QVERIFY(!it.has("second"));
    }

    void onlyWhatBelongsToConversationsStays()
    {
        Shelf it(100);
        it.put("here", 10);
        it.put("unknown", 10);
        const fs::path half = it.folder / "half.cache.part";
        std::ofstream(half) << "x";

        it.shelf.keepOnly({"here"});

        QVERIFY(it.has("here"));
        QVERIFY(!it.has("unknown"));
        QVERIFY(!fs::exists(half));
    }

    void noNameLeadsOutOfTheFolderOrShowsWhatItIsOf()
    {
        const Shelf it(100);
        for (const QString& id : {QString("../../outside"), QString(), QString("/etc/passwd"),
                 QString(5000, u'x'), QString("ü\n")}) {
            const fs::path file = it.shelf.fileOf(id, model);
            QCOMPARE(file.parent_path(), it.folder);
            QVERIFY(file.filename().string().size() < 100);
        }
        QVERIFY(it.shelf.fileOf("a", model) != it.shelf.fileOf("b", model));
        QVERIFY(it.shelf.fileOf("a", model) != it.shelf.fileOf("a", otherModel));
    }

    void othersMayNotLook()
    {
        Shelf it(100);
        it.put("first", 10);
        QCOMPARE(fs::status(it.folder).permissions() & fs::perms::mask, fs::perms::owner_all);
    }
};

QTEST_GUILESS_MAIN(CacheShelfTest)
#include "cache_shelf_test.moc"
