#include "runtime/models/memory_estimate.h"
#include "tests/runtime/models/measured_memory.h"
#include "tests/support/test_program.h"

#include <QTest>

using runtime::LoadOptions;
using runtime::MemoryEstimate;
using runtime::ModelFacts;

namespace {

// What a user would not notice, and what the target of the estimate leaves out.
constexpr qint64 unnoticed = 200'000'000; // bytes

bool isNear(qint64 estimate, qint64 measured)
{
    return qAbs(estimate - measured) <= std::max(measured / 20, unnoticed);
}

} // namespace

// What the models page says about memory is what the program then takes.
class MemoryEstimateTest : public QObject {
    Q_OBJECT

private slots:
    void theEstimateIsWhatIsMeasured_data()
    {
        QTest::addColumn<QString>("model");
        QTest::newRow("built-in") << QString();
        const QString named = qEnvironmentVariable("VIGNETTE_BENCH_MODEL");
        if (!named.isEmpty())
            QTest::newRow("named") << named;
    }
    void theEstimateIsWhatIsMeasured()
    {
        QFETCH(QString, model);
        LoadOptions options;
        options.path = model.toStdString();
        options.contextTokens = 2048;

        const MemoryEstimate estimate
            = runtime::estimateMemory(runtime::readModelFacts(model.toStdString()), options);
        const qint64 measured = tests::measuredMemory(options);

        qInfo("estimated %.1f MB (weights %.1f, vision %.1f, cache %.1f, working %.1f, vocabulary "
              "%.1f), measured %.1f MB",
            estimate.total() / 1e6, estimate.weights / 1e6, estimate.vision / 1e6,
            estimate.cache / 1e6, estimate.working / 1e6, estimate.vocabulary / 1e6,
            measured / 1e6);
        QVERIFY(isNear(estimate.total(), measured));
    }

    void cacheTypeAndContextCount()
    {
        const ModelFacts starter = runtime::readModelFacts({});
        LoadOptions small, large, quantized;
        small.contextTokens = 1024;
        large.contextTokens = quantized.contextTokens = 4096;
        quantized.cacheType = engine::CacheType::Q4;

        const auto cacheOf = [&](const LoadOptions& options) {
            return runtime::estimateMemory(starter, options).cache;
        };

        QCOMPARE(cacheOf(large), 4 * cacheOf(small));
        QVERIFY(cacheOf(quantized) * 3 < cacheOf(large));
    }

    void aDraftModelCounts()
    {
        const ModelFacts starter = runtime::readModelFacts({});

        const MemoryEstimate alone = runtime::estimateMemory(starter, {});
        const MemoryEstimate both = runtime::estimateMemory(starter, {}, &starter);

        QCOMPARE(both.total(), 2 * alone.total());
    }

    void aModelThatCannotBeUsedNeedsNothing()
    {
        const ModelFacts missing = runtime::readModelFacts("/nowhere/model.gguf");
        QVERIFY(!missing.isUsable());
        QCOMPARE(runtime::estimateMemory(missing, {}).total(), 0);
    }
};

TESTS(MemoryEstimateTest, QCoreApplication);
#include "memory_estimate_test.moc"
