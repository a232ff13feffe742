#include "services/system/session.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QTest>

#include <sys/resource.h>

// Tests core dumps, in which secrets of the program could end up.
class CoreDumpsTest : public QObject {
    Q_OBJECT

    static rlimit limit()
    {
        rlimit limit{};
        getrlimit(RLIMIT_CORE, &limit);
        return limit;
    }

private slots:
    void init()
    {
        qunsetenv("VIGNETTE_CORE_DUMPS");
        rlimit all = limit();
        if (all.rlim_max <= 1)
            QSKIP("this process may not leave core dumps anyway");
        all.rlim_cur = all.rlim_max;
        QCOMPARE(setrlimit(RLIMIT_CORE, &all), 0);
    }

    void noneIsLeftByTheProcessAndItsChildren()
    {
#ifndef NDEBUG
        QSKIP("builds for debugging leave core dumps");
#endif
        const rlimit before = limit();

        services::preventCoreDumps();

        QCOMPARE(limit().rlim_cur, rlim_t(1)); // pipes ignore a limit of 0
        QCOMPARE(limit().rlim_max, before.rlim_max);
        QProcess child;
        child.start("cat", {"/proc/self/limits"});
        QVERIFY(child.waitForFinished());
        const QByteArray limits = child.readAllStandardOutput();
        const qsizetype line = limits.indexOf("Max core file size");
        QCOMPARE(limits.mid(line).simplified().split(' ').value(4), QByteArray("1"));
    }

    void whoAsksForThemGetsThem()
    {
        const rlimit before = limit();
        qputenv("VIGNETTE_CORE_DUMPS", "1");

        services::preventCoreDumps();

        QCOMPARE(limit().rlim_cur, before.rlim_cur);
    }
};

TESTS(CoreDumpsTest);
#include "core_dumps_test.moc"
