#include "runtime/memory/remembered_files.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <fstream>
#include <string>

namespace fs = std::filesystem;
using runtime::RememberedFiles;

namespace {

constexpr engine::Fingerprint model{.low = 1, .high = 2}, otherModel{.low = 3, .high = 4};

struct Files {
    explicit Files(int64_t limit) { files.setLimit(limit); }

    // Writes a file of so many bytes, if it may be written. The later, the more recently used.
    bool put(const std::string& conversation, int64_t bytes, engine::Fingerprint of = model)
    {
        const fs::path file = files.filePath(conversation, of);
        if (!files.makeRoom(useOf(conversation), file, bytes))
            return false;
        std::ofstream(file) << std::string(size_t(bytes), 'x');
        fs::last_write_time(
            file, fs::file_time_type::clock::now() - std::chrono::seconds(1000 - ++m_time));
        return true;
    }
    bool has(const std::string& conversation, engine::Fingerprint of = model) const
    {
        return fs::exists(files.filePath(conversation, of));
    }
    // Asked now.
    runtime::RememberedUse useOf(const std::string& conversation) const
    {
        return {{.conversation = conversation}, files.removals(conversation)};
    }

    QTemporaryDir parent;
    fs::path folder{fs::path(parent.path().toStdString()) / "contexts"};
    RememberedFiles files{folder};

private:
    int m_time = 0;
};

} // namespace

// The prompt cache of conversations keeps to its limit of the disk and is deleted with them.
class RememberedFilesTest : public QObject {
    Q_OBJECT

private slots:
    void whatWasUsedLongestAgoMakesRoom()
    {
        Files it(100);
        QVERIFY(it.put("first", 40));
        QVERIFY(it.put("second", 40));
        it.files.markUsed(it.files.filePath("first", model));

        QVERIFY(it.put("third", 50));

        QVERIFY(it.has("first"));
        QVERIFY(!it.has("second"));
        QVERIFY(it.has("third"));
    }

    void aNewFileOfTheSameConversationTakesThePlaceOfTheOld()
    {
        Files it(100);
        QVERIFY(it.put("first", 60));
        QVERIFY(it.put("second", 40));

        QVERIFY(it.put("first", 60));

        QVERIFY(it.has("first"));
        QVERIFY(it.has("second"));
    }

    void nothingLargerThanTheLimitIsKept()
    {
        Files it(100);
        QVERIFY(it.put("small", 10));

        QVERIFY(!it.put("large", 101));

        QVERIFY(it.has("small"));
    }

    void aLowerLimitTakesFilesAway()
    {
        Files it(100);
        it.put("first", 40);
        it.put("second", 40);

        it.files.setLimit(50);
        QVERIFY(!it.has("first"));
        QVERIFY(it.has("second"));

        it.files.setLimit(0);
        QVERIFY(!it.has("second"));
        QVERIFY(!it.put("third", 1));
    }

    void withoutALimitNothingIsTouched()
    {
        Files it(0);
        QVERIFY(!it.put("first", 1));
        QVERIFY(!fs::exists(it.folder));
    }

    void aConversationThatIsRemovedTakesItsFilesWithIt()
    {
        Files it(100);
        it.put("gone", 10);
        it.put("gone", 10, otherModel);
        it.put("here", 10);

        it.files.remove("gone");

        QVERIFY(!it.has("gone"));
        QVERIFY(!it.has("gone", otherModel));
        QVERIFY(it.has("here"));
        QVERIFY(!it.put("gone", 10));
        it.files.putBack("gone");
        QVERIFY(it.put("gone", 10));
    }

    void whatWasTakenOutOfAConversationIsNeitherReadNorWritten()
    {
        Files it(100);
        it.put("talk", 10);
        it.put("talk", 10, otherModel);
        it.put("other", 10);
        const runtime::RememberedUse before = it.useOf("talk");
        const fs::path file = it.files.filePath("talk", model);
        QVERIFY(it.files.has("talk", file));

        it.files.outdate("talk");
        QVERIFY(!it.files.has("talk", file)); // although it is still there
        it.files.removeOutdated("talk");

        QVERIFY(!it.has("talk"));
        QVERIFY(!it.has("talk", otherModel));
        QVERIFY(it.has("other"));
        QVERIFY(!it.files.makeRoom(before, file, 10));
        QVERIFY(it.put("talk", 10));
        QVERIFY(it.files.has("talk", file));
    }

    void whatWasOutdatedWhileItWasWrittenGoes()
    {
        Files it(100);
        const runtime::RememberedUse before = it.useOf("talk");
        it.put("talk", 10);

        it.files.outdate("talk");
        it.files.wasWritten(before, it.files.filePath("talk", model));

        QVERIFY(!it.has("talk"));
    }

    void twoThatAreWrittenAtOnceTakeNoMoreThanTheLimit()
    {
        Files it(100);
        const fs::path first = it.files.filePath("first", model);
        QVERIFY(it.files.makeRoom(it.useOf("first"), first, 60)); // and not yet written
        QVERIFY(it.put("second", 60));
        it.files.wasWritten(it.useOf("second"), it.files.filePath("second", model));
        std::ofstream(first) << std::string(60, 'x');

        it.files.wasWritten(it.useOf("first"), first);

        QVERIFY(it.has("first"));
        QVERIFY(!it.has("second"));
    }

    void onlyWhatBelongsToConversationsStays()
    {
        Files it(100);
        it.put("here", 10);
        it.put("unknown", 10);
        const fs::path half = it.folder / "half.cache.part";
        std::ofstream(half) << "x";

        it.files.keepOnly({"here"});

        QVERIFY(it.has("here"));
        QVERIFY(!it.has("unknown"));
        QVERIFY(!fs::exists(half));
    }

    void noNameLeadsOutOfTheFolderOrShowsWhatItIsOf()
    {
        const Files it(100);
        for (const std::string& id : {std::string("../../outside"), std::string(),
                 std::string("/etc/passwd"), std::string(5000, 'x'), std::string("ü\n")}) {
            const fs::path file = it.files.filePath(id, model);
            QCOMPARE(file.parent_path(), it.folder);
            QVERIFY(file.filename().string().size() < 100);
        }
        QVERIFY(it.files.filePath("a", model) != it.files.filePath("b", model));
        QVERIFY(it.files.filePath("a", model) != it.files.filePath("a", otherModel));
    }

    void othersMayNotLook()
    {
        Files it(100);
        it.put("first", 10);
        QCOMPARE(fs::status(it.folder).permissions() & fs::perms::mask, fs::perms::owner_all);
    }
};

TESTS(RememberedFilesTest, QCoreApplication);
#include "remembered_files_test.moc"
