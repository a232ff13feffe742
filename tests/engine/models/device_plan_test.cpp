#include "engine/models/autosplit.h"
#include "engine/models/lora_adapter.h"
#include "tests/engine/models/budget_backend.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/engine/models/tiny_files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

using base::ErrorKind;
using engine::CacheType;
using engine::DecoderBytes;
using engine::DeviceBudget;
using engine::DevicePlan;
using engine::ModelConfig;
using engine::PagedCache;
using engine::TokenIds;
using kernels::Backend;
using tests::errorOf;
using tests::lettersOf;
using tests::somePrompt;
using tests::TinyFiles;

namespace {

// "AABB": the embedding, two blocks and the head, by the names of two devices.
DevicePlan planOf(const QString& letters, Backend& a, Backend& b)
{
    const auto device = [&](qsizetype at) { return letters[at] == 'A' ? &a : &b; };
    return {device(0), {device(1), device(2)}, device(3)};
}

} // namespace

// A decoder whose parts are on several devices computes the same bits as on one, and the plan that
// spreads it keeps to what each device has.
class DevicePlanTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Backend> m_a = tests::openForTest("cpu"), m_b = tests::openForTest("cpu");

private slots:
    void theSameBitsOnTwoDevices_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("letters");
        for (const char* model : {"tiny-llama", "tiny-qwen2", "tiny-qwen3"})
            for (const char* letters : {"AABB", "ABBB", "AAAB", "BAAA", "ABAB", "ABAA"})
                QTest::addRow("%s %s", model, letters) << QString(model) << QString(letters);
    }
    void theSameBitsOnTwoDevices()
    {
        QFETCH(QString, model);
        QFETCH(QString, letters);
        const TinyFiles files(model.toStdString());
        const TokenIds ids = somePrompt(270);
        const auto whole = engine::Model::load(files.weights, files.config, *m_a);
        const auto split
            = engine::Model::load(files.weights, files.config, planOf(letters, *m_a, *m_b));
        whole->keepHiddenStates(true);
        split->keepHiddenStates(true);

        for (const CacheType type : {CacheType::F16, CacheType::Q8}) {
            const auto expected = tests::Sequence(*whole, type, 270).read(ids, 3, 100);
            const auto logits = tests::Sequence(*split, type, 270).read(ids, 3, 100);

            QCOMPARE(tests::maxDifference(logits, expected), 0.0);
            QCOMPARE(split->hiddenStates().size(), whole->hiddenStates().size());
            for (size_t layer = 0; layer < whole->hiddenStates().size(); ++layer)
                QCOMPARE(tests::maxDifference(
                             split->hiddenStates()[layer], whole->hiddenStates()[layer]),
                    0.0);
        }
        QVERIFY(split->identity() == whole->identity());
        QCOMPARE(split->cacheDevices().size(), size_t(2));
    }

    void adaptersWorkWhereTheirMatricesLie()
    {
        const TinyFiles files("tiny-llama");
        const auto whole = engine::Model::load(files.weights, files.config, *m_a);
        const auto split
            = engine::Model::load(files.weights, files.config, planOf("AABB", *m_a, *m_b));
        const auto adapters = tests::dataFolder() / "lora";
        const std::vector<engine::AdapterUse> uses{
            {engine::LoraAdapter::load(adapters / "llama-all"), 1},
            {engine::LoraAdapter::load(adapters / "llama-parts"), 0.5f}};
        const TokenIds ids = somePrompt(20);

        whole->setAdapters(uses);
        split->setAdapters(uses);

        const auto expected = tests::Sequence(*whole, CacheType::F16, 20).read(ids, 20);
        const auto logits = tests::Sequence(*split, CacheType::F16, 20).read(ids, 20);
        QCOMPARE(tests::maxDifference(logits, expected), 0.0);
    }

    void aPassCanBeCancelledOnEitherDevice()
    {
        const TinyFiles files("tiny-llama");
        const auto model
            = engine::Model::load(files.weights, files.config, planOf("AABB", *m_a, *m_b));
        PagedCache cache(files.cacheShape(), CacheType::F16, 256);
        cache.allocate(model->cacheDevices());
        const TokenIds ids{1, 20, 30};
        const int32_t pages[] = {0};
        const engine::BatchEntry entry{ids, 0, pages, {}, 1};
        const auto first = model->forward({&entry, 1}, cache);
        const std::vector<float> expected(first.begin(), first.end());

        for (const int stop : {1, 2}) {
            int calls = 0;
            const auto error = errorOf([&] {
                model->forward({&entry, 1}, cache, [&] { return ++calls == stop; });
            });
            QVERIFY(error && error->kind() == ErrorKind::Cancelled);
            QCOMPARE(calls, stop);
        }
        QCOMPARE(tests::maxDifference(model->forward({&entry, 1}, cache), expected), 0.0);
    }

    void partsFillTheDevicesInOrder_data()
    {
        QTest::addColumn<QList<int>>("limits");
        QTest::addColumn<QString>("letters"); // empty: rejected
        // Embedding 20, three blocks of 10, head 15 or, apart from the embedding, 35; work 5.
        QTest::newRow("all on the first") << QList<int>{70, 0} << "AAAAA";
        QTest::newRow("one byte less") << QList<int>{69, 40} << "AAAAB";
        QTest::newRow("head finds no place") << QList<int>{69, 39} << "";
        QTest::newRow("two blocks each way") << QList<int>{45, 50} << "AAABB";
        QTest::newRow("a byte short of a block") << QList<int>{44, 60} << "AABBB";
        QTest::newRow("embedding alone") << QList<int>{25, 70} << "ABBBB";
        QTest::newRow("first too small") << QList<int>{24, 70} << "BBBBB";
        QTest::newRow("three devices") << QList<int>{35, 25, 40} << "AABBC";
        QTest::newRow("one passed over") << QList<int>{35, 14, 60} << "AACCC";
        QTest::newRow("work takes it all") << QList<int>{5, 4, 1} << "";
        QTest::newRow("none") << QList<int>{} << "";
        QTest::newRow("enough together but not apart") << QList<int>{18, 18, 18, 18, 18} << "";
    }
    void partsFillTheDevicesInOrder()
    {
        QFETCH(QList<int>, limits);
        QFETCH(QString, letters);
        const DecoderBytes bytes{20, {10, 10, 10}, 15, 35, 5};
        std::vector<std::unique_ptr<Backend>> devices;
        std::vector<DeviceBudget> budgets;
        for (const int limit : limits) {
            devices.push_back(tests::openForTest("reference"));
            budgets.push_back({devices.back().get(), limit, 0});
        }

        QString found;
        const auto error
            = errorOf([&] { found = lettersOf(planDevices(bytes, budgets), budgets); });

        QCOMPARE(found, letters);
        QCOMPARE(bool(error), letters.isEmpty());
        QVERIFY(!error || error->kind() == ErrorKind::OutOfMemory);
    }

    void aReserveIsLeftAlone()
    {
        const DecoderBytes bytes{20, {10, 10, 10}, 15, 35, 5};
        const DeviceBudget budgets[] = {{m_a.get(), 100, 55}, {m_b.get(), 100, 50}};

        QCOMPARE(lettersOf(planDevices(bytes, budgets), budgets), QString("AAABB"));
    }

    void aModelThatFitsNowhereIsRefusedWithTheNumbers()
    {
        const DecoderBytes bytes{2'000'000, {1'000'000, 1'000'000}, 500'000, 500'000, 300'000};
        const DeviceBudget budgets[] = {{m_a.get(), 2'400'000, 0}, {m_b.get(), 1'700'000, 100'000}};

        const auto error = errorOf([&] { planDevices(bytes, budgets); });

        QVERIFY(error);
        QCOMPARE(QString(error->what()),
            QString("Not enough memory for block 2 of 2: the model needs 4.8 MB with its cache, "
                    "and 0.3 MB more on every additional device, but only 4.0 MB may be used (cpu "
                    "2.4 MB, cpu 1.6 MB)."));
    }

    // Whatever is planned must fit in fact: the devices of this test are as large as their budgets.
    void noDeviceIsOverfilled_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<bool>("quantized");
        for (const char* model : {"tiny-llama", "tiny-qwen2", "tiny-qwen3"}) {
            QTest::addRow("%s", model) << QString(model) << false;
            QTest::addRow("%s, cache of 4 bits", model) << QString(model) << true;
        }
    }
    void noDeviceIsOverfilled()
    {
        QFETCH(QString, model);
        QFETCH(bool, quantized);
        const TinyFiles files(model.toStdString());
        const CacheType type = quantized ? CacheType::Q4 : CacheType::F16;
        const TokenIds ids = somePrompt(64);
        const auto whole = engine::Model::load(files.weights, files.config, *m_a);
        const auto expected = tests::Sequence(*whole, type, 512).read(ids, 8, 64);
        const engine::PassSize pass{.tokens = 64, .sequences = 1, .logitRows = 8};
        const engine::TensorSource source(files.weights, files.config.layout);
        const PagedCache planned(files.cacheShape(), type, 512);
        const auto bytes = countBytes(source, makePlan(files.config), planned, pass);
        const int64_t all = bytes.embedding + bytes.blocks[0] + bytes.blocks[1] + bytes.head;

        std::set<QString> plans;
        for (int64_t part = 0; part <= 10; ++part) {
            const int64_t limit = bytes.work + all * part / 10;
            tests::BudgetBackend first(tests::openForTest("cpu"), limit);
            tests::BudgetBackend second(tests::openForTest("cpu"), 2 * all + bytes.work);
            const DeviceBudget budgets[] = {{&first, limit, 0}, {&second, 2 * all + bytes.work, 0}};
            PagedCache cache(files.cacheShape(), type, 512);
            const auto split
                = engine::loadAutosplit(files.weights, files.config, budgets, cache, pass);
            const int32_t pages[] = {1, 0};
            const engine::BatchEntry entry{ids, 0, pages, {}, 8};

            const auto logits = split->forward({&entry, 1}, cache);

            QCOMPARE(tests::maxDifference(logits, expected), 0.0);
            QVERIFY(first.most() <= limit);
            plans.insert(lettersOf(planDevices(bytes, budgets), budgets));
            if (part == 10) // and hardly less is used than was planned for
                QVERIFY2(double(first.most()) > 0.7 * double(limit),
                    qPrintable(QString("%1 of %2 bytes").arg(first.most()).arg(limit)));
        }
        QVERIFY(plans.contains("AAAA") && plans.contains("BBBB") && plans.size() >= 4);
    }

    void withoutLimitsTheMachineItselfIsTheLimit()
    {
        const TinyFiles files("tiny-qwen2");
        PagedCache cache(files.cacheShape(), CacheType::F16, 256);
        const DeviceBudget budgets[] = {{m_a.get(), 0, 0}, {m_b.get(), 0, 0}};

        const auto model = engine::loadAutosplit(files.weights, files.config, budgets, cache);
        PagedCache reserved(files.cacheShape(), CacheType::F16, 256);
        const DeviceBudget greedy[] = {{m_a.get(), 0, int64_t(1) << 50}};
        const auto error = errorOf(
            [&] { engine::loadAutosplit(files.weights, files.config, greedy, reserved); });

        QCOMPARE(model->cacheDevices(), (std::vector<Backend*>{m_a.get(), m_a.get()}));
        QVERIFY(cache.isAllocated());
        QVERIFY(error && error->kind() == ErrorKind::OutOfMemory);
        QVERIFY(!reserved.isAllocated());
    }

    void aCacheThatCannotBeAllocatedStaysWithoutMemory()
    {
        const TinyFiles files("tiny-llama");
        tests::BudgetBackend small(tests::openForTest("cpu"), 100'000);
        PagedCache cache(files.cacheShape(), CacheType::F16, 4096);
        Backend* const devices[] = {&small, &small};

        const auto error = errorOf([&] { cache.allocate(devices); });

        QVERIFY(error && error->kind() == ErrorKind::OutOfMemory);
        QVERIFY2(QString(error->what()).contains("4096"), error->what());
        QVERIFY(!cache.isAllocated());
    }
};

TESTS(DevicePlanTest);
#include "device_plan_test.moc"
