#include "base/error.h"
#include "base/mapped_file.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using base::MappedFile;

namespace {

const auto pageBytes = size_t(sysconf(_SC_PAGESIZE));

// A file of so many pages, each of them full of sevens.
std::filesystem::path filled(const QTemporaryDir& folder, const QString& name, size_t pages)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly)
        || file.write(QByteArray(qsizetype(pages * pageBytes), 7)) < 0)
        qFatal("cannot write the file of the test");
    return file.fileName().toStdString();
}

bool holdsOnly(std::span<const std::byte> bytes, int value)
{
    return std::ranges::all_of(bytes, [value](std::byte byte) { return int(byte) == value; });
}

std::string complaintOf(const MappedFile& file)
{
    try {
        file.requireWhole();
    } catch (const base::Error& error) {
        return error.what();
    }
    return {};
}

// How a process ends that shortens a file which it has mapped itself, and reads what is gone.
int signalOfUnwatchedFault(const std::filesystem::path& path)
{
    const pid_t child = fork();
    if (child == 0) {
        FILE* file = std::fopen(path.c_str(), "r+");
        const auto* bytes = static_cast<const volatile char*>(
            mmap(nullptr, pageBytes, PROT_READ, MAP_PRIVATE, fileno(file), 0));
        std::filesystem::resize_file(path, 0);
        _exit(bytes[0]);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

} // namespace

// A model file that another program shortens while it is mapped.
class MappedFileTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsGoneReadsAsZerosAndIsTold()
    {
        const QTemporaryDir folder;
        const auto path = filled(folder, "shortened.gguf", 4);
        const MappedFile file(path);
        QVERIFY(holdsOnly(file.bytes(), 7));

        std::filesystem::resize_file(path, pageBytes + 1);

        QVERIFY(complaintOf(file).empty()); // nothing that is gone was read yet
        QVERIFY(holdsOnly(file.bytes().subspan(2 * pageBytes), 0));
        QVERIFY(holdsOnly(file.bytes().first(pageBytes), 7));
        QVERIFY2(complaintOf(file).starts_with("shortened.gguf was truncated"),
            complaintOf(file).c_str());
    }

    void whatIsReadIsWhatTheMappingShows()
    {
        const QTemporaryDir folder;
        const auto path = filled(folder, "shortened.gguf", 4);
        const MappedFile file(path), other(filled(folder, "other", 1));
        const auto shown = file.bytes();
        std::vector<std::byte> memory(2 * pageBytes);

        QVERIFY(file.read(shown.data() + 2 * pageBytes, memory));
        QVERIFY(holdsOnly(memory, 7));
        QVERIFY(!file.read(shown.data() + 2 * pageBytes + 1, memory)); // more than there is
        QVERIFY(!file.read(shown.data() - 1, memory));
        QVERIFY(!other.read(shown.data(), memory));
        QVERIFY(file.read(shown.data() + shown.size(), {}));

        std::filesystem::resize_file(path, pageBytes);

        QVERIFY(file.read(shown.data(), memory));
        QVERIFY(holdsOnly(std::span(memory).first(pageBytes), 7));
        QVERIFY(holdsOnly(std::span(memory).subspan(pageBytes), 0));
        QVERIFY(!complaintOf(file).empty());
    }

    void whatIsMissingOfAPageIsToldWhenItIsRead()
    {
        const QTemporaryDir folder;
        const auto path = filled(folder, "shortened.gguf", 2);
        const MappedFile file(path);
        std::vector<std::byte> memory(2 * pageBytes);

        std::filesystem::resize_file(path, 2 * pageBytes - 100);

        QVERIFY(file.read(file.bytes().data(), memory));
        QVERIFY(holdsOnly(std::span(memory).first(2 * pageBytes - 100), 7));
        QVERIFY(holdsOnly(std::span(memory).last(100), 0));
        QVERIFY(!complaintOf(file).empty());
    }

    void otherFilesAreAsWholeAsBefore()
    {
        const QTemporaryDir folder;
        const auto shortened = filled(folder, "truncated", 2), whole = filled(folder, "whole", 2);
        const MappedFile first(whole), second(shortened), third(whole);

        std::filesystem::resize_file(shortened, 0);

        QVERIFY(holdsOnly(second.bytes(), 0));
        QVERIFY(holdsOnly(first.bytes(), 7) && holdsOnly(third.bytes(), 7));
        QVERIFY(!complaintOf(second).empty());
        QVERIFY(complaintOf(first).empty() && complaintOf(third).empty());
    }

    // Libraries that report crashes do so.
    void theHandlerIsSetAgainIfSomebodySetAnother()
    {
        const QTemporaryDir folder;
        const MappedFile before(filled(folder, "before", 1));
        signal(SIGBUS, SIG_DFL);
        const auto path = filled(folder, "after", 2);
        const MappedFile after(path);

        std::filesystem::resize_file(path, 0);

        QVERIFY(holdsOnly(after.bytes(), 0));
    }

    void aFileThatWasMovedIsStillWatched()
    {
        const QTemporaryDir folder;
        const auto path = filled(folder, "moved", 2);
        MappedFile first(path);
        const MappedFile second = std::move(first);

        std::filesystem::resize_file(path, 0);

        std::vector<std::byte> memory(pageBytes);
        QVERIFY(second.read(second.bytes().data(), memory));
        QVERIFY(holdsOnly(memory, 0));
        QVERIFY(holdsOnly(second.bytes(), 0));
        QVERIFY(!complaintOf(second).empty());
    }

    void aFileOpenedAfterwardsIsWhole()
    {
        const QTemporaryDir folder;
        const auto path = filled(folder, "again", 2);
        {
            const MappedFile file(path);
            std::filesystem::resize_file(path, 0);
            QVERIFY(holdsOnly(file.bytes(), 0));
        }

        const MappedFile again(filled(folder, "again", 2));

        QVERIFY(holdsOnly(again.bytes(), 7));
        QVERIFY(complaintOf(again).empty());
    }

    void faultsOfOthersEndTheProgramAsBefore()
    {
        const QTemporaryDir folder;
        const MappedFile watched(filled(folder, "watched", 1));

        QCOMPARE(signalOfUnwatchedFault(filled(folder, "unwatched", 1)), SIGBUS);
    }
};

TESTS(MappedFileTest, QCoreApplication);
#include "mapped_file_test.moc"
