#include "kernels/devices/backends.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/runtime/answers/engine_spy.h"
#include "tests/support/test_program.h"

#include <QTest>

using runtime::LoadNote;
using runtime::LoadOptions;
using runtime::ModelState;
using tests::Asked;
using tests::EngineSpy;
using tests::patience;
using tests::userSays;

namespace {

LoadOptions onGpu(const char* device = "cuda:0")
{
    LoadOptions options;
    options.device = device;
    options.contextTokens = 512;
    return options;
}

/// An engine whose model is on the GPU, once it is ready.
struct Gpu {
    explicit Gpu(const char* device = "cuda:0")
        : spy(onGpu(device))
    {
        spy.engine.load();
        if (!QTest::qWaitFor([this] { return spy.stage() == ModelState::Stage::Ready; }, patience))
            qFatal("%s", spy.engine.describe().message.c_str());
    }

    Asked ask(const char* text) { return spy.ask({userSays(text)}, {.maxTokens = 4}); }
    runtime::ModelSummary summary() const { return spy.engine.describe().summary; }

    EngineSpy spy;
};

bool isOnGpu(const runtime::ModelSummary& summary)
{
    return summary.device.find("CUDA") != std::string::npos;
}

} // namespace

// A GPU that runs out of memory or fails while answers are written: they end with a message, and
// the program continues. The GPU is the one that runs on the host, for a real one fails when it
// wants.
class LostGpuTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("VIGNETTE_CUDA_PLUGIN", VIGNETTE_CARD_ON_HOST); }

    void anAnswerWithoutMemoryFailsAlone()
    {
        Gpu gpu;

        cuda_on_host::failAllocation(1, 2); // the backend tries twice
        const Asked first = gpu.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(first.hasEnded(), patience);
        const Asked second = gpu.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(second.hasEnded(), patience);

        QVERIFY2(first.failure().contains("memory"), qPrintable(first.failure()));
        QVERIFY2(second.isComplete(), qPrintable(second.failure()));
        QCOMPARE(gpu.spy.stage(), ModelState::Stage::Ready);
    }

    void aLostGpuTakesItsModelAlongAndIsSetUpAnew()
    {
        {
            Gpu gpu;
            cuda_on_host::failLaunchOf(200);
            const Asked first = gpu.ask("Hello");
            const Asked second = gpu.ask("Who are you?");
            QTRY_VERIFY_WITH_TIMEOUT(first.hasEnded() && second.hasEnded(), patience);

            QCOMPARE(gpu.spy.stage(), ModelState::Stage::Failed);
            const QString message = QString::fromStdString(gpu.spy.engine.describe().message);
            QVERIFY2(message.startsWith("The GPU failed"), qPrintable(message));
            QVERIFY(!first.failure().isEmpty() && !second.failure().isEmpty());
            QCOMPARE(first.ends() + second.ends(), 2);
        }

        Gpu gpu;
        const Asked answer = gpu.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);
        QVERIFY2(answer.isComplete(), qPrintable(answer.failure()));
        QVERIFY(gpu.summary().notes.empty());
        QVERIFY(isOnGpu(gpu.summary()));
    }

    // This happens if one of two GPUs was taken out; nothing else would answer any more.
    void aGpuThatIsNotThereIsLeftOut()
    {
        Gpu gpu("cuda:7,cpu");
        const Asked answer = gpu.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);

        QVERIFY2(answer.isComplete(), qPrintable(answer.failure()));
        QCOMPARE(gpu.summary().notes.size(), 1U);
        QCOMPARE(gpu.summary().notes[0].about, LoadNote::About::DeviceIsMissing);
        QCOMPARE(gpu.summary().notes[0].name, std::string("cuda:7"));
        QVERIFY(!isOnGpu(gpu.summary()));
    }

    // Another model still holds on to the GPU, so it cannot be set up again.
    void theProcessorStepsInForACardThatStaysLost()
    {
        const auto holder = kernels::openBackend("cuda:0");
        {
            Gpu gpu;
            cuda_on_host::failLaunchOf(1);
            const Asked lost = gpu.ask("Hello");
            QTRY_VERIFY_WITH_TIMEOUT(lost.hasEnded(), patience);
            QVERIFY(!lost.failure().isEmpty());
        }

        Gpu gpu;
        const Asked answer = gpu.ask("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);

        QVERIFY2(answer.isComplete(), qPrintable(answer.failure()));
        QCOMPARE(gpu.summary().notes.size(), 1U);
        QCOMPARE(gpu.summary().notes[0].about, LoadNote::About::DeviceFails);
        QVERIFY2(QString::fromStdString(gpu.summary().notes[0].reason).contains("does not answer"),
            gpu.summary().notes[0].reason.c_str());
        QVERIFY(!isOnGpu(gpu.summary()));
    }
};

TESTS(LostGpuTest, QCoreApplication);
#include "lost_gpu_test.moc"
