#include "tests/engine/generate/async/async_bench.h"
#include "tests/engine/generate/test_constraints.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <new>
#include <thread>

using base::ErrorKind;
using engine::AsyncJob;
using engine::EosReason;
using engine::Job;
using engine::TokenIds;
using tests::Answer;
using tests::AsyncBench;
using tests::counting;
using tests::endedWith;
using tests::jobOf;
using tests::listenTo;

namespace {

constexpr engine::TokenId poison = 199;

bool reads(const engine::BatchEntry& entry, engine::TokenId id)
{
    return std::ranges::count(entry.ids, id) > 0;
}

bool reads(std::span<const engine::BatchEntry> batch, engine::TokenId id)
{
    return std::ranges::any_of(batch, [id](const auto& entry) { return reads(entry, id); });
}

} // namespace

// Acceptance case 17, as whoever waits for the results sees it, and what goes wrong around jobs.
class AsyncErrorsTest : public QObject {
    Q_OBJECT

private slots:
    void case17_errorsReachTheJobsThatTheyConcern()
    {
        std::vector<Job> jobs = tests::differentJobs(4, 12);
        const std::vector<TokenIds> expected = tests::undisturbed(jobs);
        AsyncBench bench;
        bench.model.beforePass = [](std::span<const engine::BatchEntry> batch) {
            for (const engine::BatchEntry& entry : batch)
                if (entry.logitRows == 0 && reads(entry, poison))
                    throw std::bad_alloc();
        };
        jobs[1].constraints = {tests::allowingNothing(bench.tokenizer)};
        jobs[2].ids[5] = poison;
        bench.generator.start();

        std::vector<Answer> answers(jobs.size());
        std::vector<std::thread> consumers;
        for (size_t i = 0; i < jobs.size(); ++i)
            consumers.emplace_back([&, i] {
                AsyncJob job = bench.generator.enqueue(jobs[i]);
                answers[i] = listenTo(job);
            });
        for (std::thread& consumer : consumers)
            consumer.join();

        QCOMPARE(answers[0].ids, expected[0]);
        QVERIFY(endedWith(answers[1], EosReason::Error));
        QVERIFY(endedWith(answers[2], EosReason::Error));
        QVERIFY(answers[2].last->errorKind == ErrorKind::OutOfMemory);
        QCOMPARE(answers[3].ids, expected[3]);
        AsyncJob next = bench.generator.enqueue(jobs[0]);
        QCOMPARE(listenTo(next).ids, expected[0]);
        QVERIFY(bench.comesToRest());
    }

    void aJobThatIsRefusedSaysWhyAndLeavesNothingBehind()
    {
        AsyncBench bench(1024);
        bench.generator.start();
        AsyncJob running = bench.generator.enqueue(jobOf(counting(60), 100));
        Job impossible = jobOf(TokenIds(2000, 1), 200);
        impossible.identifier = "too long";

        AsyncJob refused = bench.generator.enqueue(impossible);
        const Answer answer = listenTo(refused);

        QVERIFY(endedWith(answer, EosReason::Error));
        QCOMPARE(answer.stages.size(), size_t(1));
        QVERIFY(answer.last->errorKind == ErrorKind::BadRequest);
        QVERIFY(QString::fromStdString(answer.last->error).contains("1024"));
        QCOMPARE(answer.last->identifier, std::string("too long"));
        QVERIFY(endedWith(listenTo(running), EosReason::MaxNewTokens));
        QVERIFY(bench.comesToRest());
    }

    // What is no std::exception goes through the generator: the whole step fails.
    void aStepThatFailsEndsTheJobsUnderWay()
    {
        tests::Gate gate;
        AsyncBench bench;
        bench.model.beforeLayer = [&](int) { gate.arrive(); };
        bench.model.beforePass = [](std::span<const engine::BatchEntry> batch) {
            if (reads(batch, poison))
                throw 42;
        };
        bench.generator.start();
        const Job harmless = jobOf(counting(60), 30);
        Job harmful = jobOf(counting(60, 100), 5);
        harmful.ids.push_back(poison);
        AsyncJob other = bench.generator.enqueue(harmless);
        gate.awaitArrival();

        AsyncJob guilty = bench.generator.enqueue(harmful);
        gate.open();

        QVERIFY(endedWith(listenTo(guilty), EosReason::Error));
        const Answer interrupted = listenTo(other);
        QVERIFY(endedWith(interrupted, EosReason::Error));
        QVERIFY(!interrupted.last->error.empty());
        const std::vector<Job> jobs = tests::differentJobs(1, 12);
        AsyncJob next = bench.generator.enqueue(jobs[0]);
        QCOMPARE(listenTo(next).ids, tests::undisturbed(jobs)[0]);
        QVERIFY(bench.comesToRest());
    }
};

TESTS(AsyncErrorsTest, QCoreApplication);
#include "async_errors_test.moc"
