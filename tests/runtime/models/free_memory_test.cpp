#include "runtime/models/memory_estimate.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using runtime::freeMemory;

namespace {

constexpr qint64 gibibyte = 1 << 30;

// Files as the system shows them, below a folder that stands for "/".
class System {
public:
    System()
    {
        write("proc/meminfo",
            "MemTotal:       16000000 kB\nMemFree:         1000000 kB\n"
            "MemAvailable:    8388608 kB\n");
    }

    void write(const QString& path, const QByteArray& text)
    {
        const QString whole = m_root.filePath(path);
        QDir().mkpath(QFileInfo(whole).absolutePath());
        QFile file(whole);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write a file");
    }
    qint64 free() const { return freeMemory(m_root.path().toStdString()); }

private:
    QTemporaryDir m_root;
};

} // namespace

class FreeMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void itIsWhatTheSystemHasLeft()
    {
        QCOMPARE(System().free(), 8 * gibibyte);
        QVERIFY(freeMemory() > 0);
    }

    void aGroupsLimitCounts()
    {
        System system;
        system.write("proc/self/cgroup", "0::/user.slice/app.scope\n");
        system.write("sys/fs/cgroup/user.slice/app.scope/memory.max", "max\n");
        system.write("sys/fs/cgroup/user.slice/app.scope/memory.current", "1000\n");
        QCOMPARE(system.free(), 8 * gibibyte);

        system.write("sys/fs/cgroup/user.slice/memory.max", "4294967296\n"); // around it
        system.write("sys/fs/cgroup/user.slice/memory.current", "2147483648\n");
        QCOMPARE(system.free(), 2 * gibibyte);

        system.write("sys/fs/cgroup/user.slice/memory.stat",
            "anon 5\nfile 1073741824\ninactive_file 1073741824\n"); // gives way
        QCOMPARE(system.free(), 3 * gibibyte);
    }

    void olderGroupsCountAsWell()
    {
        System system;
        system.write("proc/self/cgroup", "5:cpu:/x\n4:memory:/box\n0::/\n");
        system.write("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "3221225472\n");
        system.write("sys/fs/cgroup/memory/box/memory.usage_in_bytes", "1073741824\n");
        system.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"); // none
        system.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "1073741824\n");
        QCOMPARE(system.free(), 2 * gibibyte);
    }

    void aGroupThatIsFullLeavesNothing()
    {
        System system;
        system.write("proc/self/cgroup", "0::/a\n");
        system.write("sys/fs/cgroup/a/memory.max", "1000\n");
        system.write("sys/fs/cgroup/a/memory.current", "2000\n");
        QCOMPARE(system.free(), 0);
    }
};

TESTS(FreeMemoryTest, QCoreApplication);
#include "free_memory_test.moc"
