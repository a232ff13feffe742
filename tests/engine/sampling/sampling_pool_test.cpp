#include "base/error.h"
#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_pool.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <set>

using base::Error;
using base::ErrorKind;
using engine::Sampler;
using engine::SamplingPool;
using engine::TokenId;
using engine::TokenIds;

namespace {

// The tokens that `count` jobs choose in 20 steps.
std::vector<TokenIds> answersOf(int64_t count, SamplingPool& pool)
{
    std::vector<float> logits(2000);
    for (size_t id = 0; id < logits.size(); ++id)
        logits[id] = float(id * 7919 % 1000) / 100;
    std::vector<Sampler> samplers;
    for (int64_t job = 0; job < count; ++job)
        samplers.emplace_back(engine::SamplerSettings::neutral(), uint64_t(job));
    std::vector<TokenIds> answers(static_cast<size_t>(count));
    for (int step = 0; step < 20; ++step) {
        pool.forEach(count, [&](int64_t job) {
            answers[size_t(job)].push_back(samplers[size_t(job)].choose({.logits = logits}).id);
        });
    }
    return answers;
}

} // namespace

// Many jobs on a few threads.
class SamplingPoolTest : public QObject {
    Q_OBJECT

private slots:
    void doesEveryJobOnce()
    {
        SamplingPool pool({.maxThreads = 16, .minJobs = 3});
        for (const int64_t count : {0, 1, 2, 3, 4, 17, 1000}) {
            std::vector<std::atomic<int>> done(static_cast<size_t>(count));
            pool.forEach(count, [&](int64_t job) { ++done[size_t(job)]; });
            for (const auto& times : done)
                QCOMPARE(times.load(), 1);
        }
    }

    void choosesTheSameTokensOnAnyNumberOfThreads()
    {
        SamplingPool alone({.maxThreads = 1, .minJobs = 3});
        SamplingPool many({.maxThreads = 16, .minJobs = 1});
        QCOMPARE(alone.numThreads(), int64_t(1));

        QCOMPARE(answersOf(40, many), answersOf(40, alone));
    }

    void fewJobsAreLeftToTheCaller()
    {
        SamplingPool pool({.maxThreads = 16, .minJobs = 5});
        std::set<std::thread::id> threads;
        for (int round = 0; round < 50; ++round)
            pool.forEach(4, [&](int64_t) { threads.insert(std::this_thread::get_id()); });

        QCOMPARE(threads, std::set{std::this_thread::get_id()});
    }

    void usesNoMoreThreadsThanItMay()
    {
        QCOMPARE(SamplingPool({.maxThreads = 0, .minJobs = 0}).numThreads(), int64_t(1));
        QVERIFY(SamplingPool({.maxThreads = 2, .minJobs = 1}).numThreads() <= 2);
        SamplingPool unused({.maxThreads = 16, .minJobs = 1}); // starts and ends without a thread
        QVERIFY(unused.numThreads() >= 1);
    }

    void throwsTheErrorOfTheLowestJobAfterAllAreDone()
    {
        SamplingPool pool({.maxThreads = 16, .minJobs = 1});
        for (int round = 0; round < 20; ++round) {
            std::atomic<int> done = 0;
            try {
                pool.forEach(30, [&](int64_t job) {
                    ++done;
                    if (job % 10 == 7)
                        throw Error(ErrorKind::BadRequest, std::to_string(job));
                });
                QFAIL("no error");
            } catch (const Error& error) {
                QCOMPARE(std::string(error.what()), "7");
            }
            QCOMPARE(done.load(), 30);
        }
        std::atomic<int> done = 0;
        pool.forEach(5, [&](int64_t) { ++done; }); // the error is forgotten
        QCOMPARE(done.load(), 5);
    }
};

TESTS(SamplingPoolTest);
#include "sampling_pool_test.moc"
