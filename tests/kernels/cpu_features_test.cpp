#include "kernels/cpu/cpu_features.h"
#include "kernels/devices/backends.h"
#include "tests/kernels/backend_under_test.h"
#include "tests/support/test_program.h"

#include <QObject>

using kernels::cpu::InstructionSet;

class CpuFeaturesTest : public QObject {
    Q_OBJECT

private slots:
    void init() { qunsetenv("VIGNETTE_CPU"); }
    void cleanup() { qunsetenv("VIGNETTE_CPU"); }

    void theBestAvailableOneIsChosen()
    {
        QCOMPARE(int(kernels::cpu::chosenInstructionSet()),
            int(tests::availableInstructionSets().last()));
    }

    void theProcessorIsBelieved()
    {
        __builtin_cpu_init();
        QCOMPARE(isAvailable(InstructionSet::Avx2), bool(__builtin_cpu_supports("avx2")));
        QCOMPARE(isAvailable(InstructionSet::AvxVnni), bool(__builtin_cpu_supports("avxvnni")));
        QCOMPARE(isAvailable(InstructionSet::Avx512), bool(__builtin_cpu_supports("avx512bw")));
        QCOMPARE(
            isAvailable(InstructionSet::Avx512Vnni), bool(__builtin_cpu_supports("avx512vnni")));
    }

    void eachAvailableOneCanBeForced()
    {
        for (InstructionSet set : tests::availableInstructionSets()) {
            qputenv("VIGNETTE_CPU", name(set));

            const auto backend = kernels::openBackend("cpu", 1);

            QCOMPARE(backend->description(), std::string("CPU, ") + title(set) + ", 1 thread");
        }
    }

    void anUnknownNameIsRefused()
    {
        qputenv("VIGNETTE_CPU", "sse9");

        try {
            kernels::openBackend("cpu");
            QFAIL("must be refused");
        } catch (const base::Error& error) {
            QCOMPARE(int(error.kind()), int(base::ErrorKind::Unsupported));
            QCOMPARE(error.what(),
                "VIGNETTE_CPU must be scalar, avx2, avxvnni, avx512 or avx512vnni, but is "
                "\"sse9\".");
        }
    }

    void theListOfDevicesSaysWhyOneCannotBeUsed()
    {
        qputenv("VIGNETTE_CPU", "sse9");

        const auto offers = kernels::listDevices();

        QCOMPARE(offers.front().name, "cpu");
        QVERIFY(!offers.front().problem.empty());
    }
};

TESTS(CpuFeaturesTest);
#include "cpu_features_test.moc"
