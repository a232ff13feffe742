#include "engine/files/gguf_writer.h"
#include "tests/engine/files/file_bytes.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <sys/stat.h>

namespace fs = std::filesystem;
using engine::OutputFile;

namespace {

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

fs::perms permissionsUnder(mode_t mask, const fs::path& path)
{
    const mode_t before = umask(mask);
    OutputFile(path).commit();
    umask(before);
    return fs::status(path).permissions();
}

} // namespace

// A file that is written next to its final path and then moved there.
class OutputFileTest : public QObject {
    Q_OBJECT

private slots:
    void aFileAppearsWhenItIsWhole()
    {
        const tests::Scratch scratch;
        const fs::path path = scratch.write("answer", "old");
        {
            OutputFile file(path);
            file.write(bytesOf("new"));
            QCOMPARE(tests::readBytes(path), std::string("old"));
            file.commit();
        }
        QCOMPARE(tests::readBytes(path), std::string("new"));
        QVERIFY(!tests::holdsHalfWritten(scratch.path()));
    }

    void aFileThatIsGivenUpLeavesNothing()
    {
        const tests::Scratch scratch;
        OutputFile(scratch.path() / "answer").write(bytesOf("half"));
        QVERIFY(fs::is_empty(scratch.path()));
    }

    void aLinkLaidOutBeforehandIsNotFollowed()
    {
        const tests::Scratch scratch;
        const fs::path victim = scratch.write("victim", "untouched");
        fs::create_symlink(victim, scratch.path() / "answer.part");
        fs::create_symlink(victim, scratch.path() / "answer");

        OutputFile file(scratch.path() / "answer");
        file.write(bytesOf("new"));
        file.commit();

        QCOMPARE(tests::readBytes(victim), std::string("untouched"));
        QVERIFY(!fs::is_symlink(scratch.path() / "answer"));
        QCOMPARE(tests::readBytes(scratch.path() / "answer"), std::string("new"));
    }

    void twoWritersOfOneFileDoNotMix()
    {
        const tests::Scratch scratch;
        OutputFile first(scratch.path() / "answer"), second(scratch.path() / "answer");
        first.write(bytesOf("first"));
        second.write(bytesOf("second"));
        first.commit();
        second.commit();
        QCOMPARE(tests::readBytes(scratch.path() / "answer"), std::string("second"));
    }

    void theUsersMaskDecidesWhoMayRead()
    {
        const tests::Scratch scratch;
        using fs::perms;
        QCOMPARE(permissionsUnder(077, scratch.path() / "private"),
            perms::owner_read | perms::owner_write);
        QCOMPARE(permissionsUnder(022, scratch.path() / "shared"),
            perms::owner_read | perms::owner_write | perms::group_read | perms::others_read);
    }
};

TESTS(OutputFileTest, QCoreApplication);
#include "output_file_test.moc"
