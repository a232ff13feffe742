#include "engine/models/lora_adapter.h"
#include "tests/engine/generate/process_memory.h"
#include "tests/engine/generate/real_model.h"
#include "tests/engine/generate/script_soak.h"
#include "tests/engine/models/adapter_folder.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>
#include <vector>

using engine::AdapterUse;
using engine::Reservation;
using tests::Drafting;
using tests::RealModel;
using tests::ScriptSoak;
using tests::Soak;

namespace {

#ifdef __SANITIZE_THREAD__
constexpr int64_t numJobs = 200;
#else
constexpr int64_t numJobs = 2000;
#endif

// The allocators of the sanitizers keep what is freed.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool memoryTells = false;
#else
constexpr bool memoryTells = true;
#endif

constexpr int64_t mebibyte = 1 << 20;

Soak::Setup realSetup(const RealModel& real)
{
    return {.model = *real.model,
        .tokenizer = *real.tokenizer,
        .shape = real.shape(),
        .type = engine::CacheType::Q4,
        .cacheTokens = 1536,
        .options = {.maxSeqLen = 1024, .maxChunkSize = 256, .useNgramDraft = true},
        .limits = {.vocabulary = real.vocabulary(),
            .longestPrompt = 900,
            .maxAnswerLength = 60,
            .hasPictures = false}};
}

// An adapter that fits the real model; to a script model all are alike.
std::vector<AdapterUse> adapters()
{
    tests::AdapterFolder folder;
    folder.config["target_modules"] = {"q_proj", "v_proj"};
    folder.addPair("model.layers.0.self_attn.q_proj", 32, 32);
    folder.addPair("model.layers.1.self_attn.v_proj", 16, 32);
    return {{.adapter = engine::LoraAdapter::load(folder.write()), .scale = 1}};
}

// How much of one certain prompt is found in the cache. Leaves the prompt there.
int64_t cachedTokens(Soak& soak)
{
    engine::TokenIds prompt;
    for (int i = 0; i < 700; ++i)
        prompt.push_back(i % 60);
    return soak.runOne(tests::greedyJobOf(prompt, 1)).cachedTokens;
}

// All soaks of the test: a script model in every way to draft and reserve, and a real model.
struct Soaks {
    Soaks()
        : real(RealModel::tiny("tiny-llama"))
        , realSoak(realSetup(real))
    {
        for (const Reservation reservation : {Reservation::Grow, Reservation::Full})
            for (const Drafting drafting : {Drafting::None, Drafting::Model, Drafting::Ngram})
                scripted.push_back(std::make_unique<ScriptSoak>(drafting, reservation));
        for (const auto& script : scripted)
            all.push_back(&script->soak);
        all.push_back(&realSoak);
    }

    void run(int64_t jobs)
    {
        const int64_t each = jobs / int64_t(all.size());
        for (size_t i = 0; i < all.size(); ++i)
            all[i]->run(i == 0 ? jobs - each * int64_t(all.size() - 1) : each, /*seed=*/i);
    }

    std::vector<std::unique_ptr<ScriptSoak>> scripted;
    RealModel real;
    Soak realSoak;
    std::vector<Soak*> all;
};

} // namespace

// Case 25: many random jobs on caches that are too small for them. All memory that is left over
// would show, and every token that came from another job's page.
class SoakTest : public QObject {
    Q_OBJECT

private slots:
    void case25_manyRandomJobsAnswerAsAlone()
    {
        Soaks soaks;
        const std::vector<AdapterUse> lora = adapters();

        soaks.run(numJobs / 2);
        for (Soak* soak : soaks.all) {
            cachedTokens(*soak);
            QCOMPARE(cachedTokens(*soak), int64_t(699));
            soak->generator().setLoras(lora);
            QCOMPARE(cachedTokens(*soak), int64_t(0));
        }
        const int64_t memoryBefore = tests::residentBytes();
        soaks.run(numJobs / 2); // the same jobs once more
        const int64_t memoryAfter = tests::residentBytes();

        Soak::Report all;
        for (const Soak* soak : soaks.all) {
            const Soak::Report& report = soak->report();
            QVERIFY2(report.problem.empty(), report.problem.c_str());
            QCOMPARE(report.wrong, int64_t(0));
            all.jobs += report.jobs;
            all.cancelled += report.cancelled;
            all.cachedTokens += report.cachedTokens;
            all.rewinds += report.rewinds;
            all.acceptedDrafts += report.acceptedDrafts;
        }
        QCOMPARE(all.jobs, numJobs + 3 * int64_t(soaks.all.size()));
        QVERIFY(all.cancelled > numJobs / 40);
        QVERIFY(all.cachedTokens > numJobs * 10);
        QVERIFY(all.rewinds > 0);
        QVERIFY(all.acceptedDrafts > 0);
        if (memoryTells && memoryBefore > 0) {
            const int64_t growth = memoryAfter - memoryBefore;
            QVERIFY2(growth < 4 * mebibyte, qPrintable(QString("%1 bytes").arg(growth)));
        }
    }
};

TESTS(SoakTest);
#include "soak_test.moc"
