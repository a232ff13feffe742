#include "engine/models/lora_adapter.h"
#include "tests/engine/generate/real_model.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::AdapterUse;
using engine::CacheType;
using engine::Generator;
using engine::LoraAdapter;
using engine::TokenIds;
using tests::Answer;
using tests::RealModel;

namespace {

// Runs one job to its end.
Answer answerOf(Generator& generator, const engine::Job& job)
{
    Answer answer;
    generator.enqueue(job);
    while (generator.numRemainingJobs() > 0)
        for (const engine::Result& result : generator.iterate())
            answer.add(result);
    return answer;
}

std::vector<AdapterUse> adapterOf(const std::string& name, float scale = 1)
{
    return {{LoraAdapter::load(tests::dataFolder() / "lora" / name), scale}};
}

TokenIds somePrompt()
{
    TokenIds ids(600);
    for (size_t i = 0; i < ids.size(); ++i)
        ids[i] = engine::TokenId(i * 13 % 61 + 3);
    return ids;
}

} // namespace

// What was computed with an adapter serves nobody else, and nothing that serves is computed twice.
class LoraTest : public QObject {
    Q_OBJECT

private slots:
    void nothingIsSharedBetweenAdapters()
    {
        const RealModel real = RealModel::tiny("tiny-llama");
        engine::PagedCache cache(*real.backend, real.shape(), CacheType::F16, 8192);
        Generator generator(*real.model, cache, *real.tokenizer, {.maxSeqLen = 1024});
        const engine::Job job = tests::jobOf(somePrompt(), 40, 5);
        const auto answerWith = [&](const std::vector<AdapterUse>& adapters) {
            generator.setLoras(adapters);
            return answerOf(generator, job);
        };

        const Answer plain = answerWith({});
        const Answer adapted = answerWith(adapterOf("llama-all"));
        const Answer weaker = answerWith(adapterOf("llama-all", 0.5f));
        const Answer other = answerWith(adapterOf("llama-parts"));
        const Answer adaptedAgain = answerWith(adapterOf("llama-all"));
        const Answer plainAgain = answerWith({});

        for (const Answer* first : {&plain, &adapted, &weaker, &other})
            QCOMPARE(first->last->cachedTokens, 0);
        for (const Answer* second : {&plainAgain, &adaptedAgain})
            QCOMPARE(second->last->cachedTokens, 599);
        QVERIFY(plainAgain.ids == plain.ids);
        QVERIFY(adaptedAgain.ids == adapted.ids);
        QVERIFY(adapted.ids != plain.ids);
        QVERIFY(weaker.ids != adapted.ids);
        QVERIFY(generator.checkInvariants().empty());
    }

    void anAdapterAnswersTheSameInAnUsedGenerator()
    {
        const RealModel used = RealModel::tiny("tiny-llama"), fresh = RealModel::tiny("tiny-llama");
        engine::PagedCache usedCache(*used.backend, used.shape(), CacheType::F16, 2048);
        engine::PagedCache freshCache(*fresh.backend, fresh.shape(), CacheType::F16, 2048);
        Generator usedGenerator(*used.model, usedCache, *used.tokenizer, {.maxSeqLen = 1024});
        const engine::Job job = tests::jobOf(somePrompt(), 40, 5);
        answerOf(usedGenerator, job);
        usedGenerator.setLoras(adapterOf("llama-parts"));
        fresh.model->setAdapters(adapterOf("llama-parts"));
        Generator freshGenerator(*fresh.model, freshCache, *fresh.tokenizer, {.maxSeqLen = 1024});

        const Answer inUsed = answerOf(usedGenerator, job);
        const Answer inFresh = answerOf(freshGenerator, job);

        QVERIFY(inUsed.ids == inFresh.ids);
        QVERIFY(inUsed.probabilities == inFresh.probabilities);
    }

    // An adapter that makes keys larger than half precision goes.
    void whatTheCacheCannotHoldIsNamed()
    {
        const RealModel real = RealModel::tiny("tiny-llama");
        real.model->setAdapters(adapterOf("llama-parts", 1e6f));
        const engine::Job job = tests::jobOf(somePrompt(), 8, 5);
        const auto endOf = [&](CacheType type) {
            engine::PagedCache cache(*real.backend, real.shape(), type, 1024);
            Generator generator(*real.model, cache, *real.tokenizer, {.maxSeqLen = 1024});
            return *answerOf(generator, job).last;
        };

        for (const CacheType type : {CacheType::F32, CacheType::Q8})
            QVERIFY2(endOf(type).error.empty(), endOf(type).error.c_str());
        const engine::Result last = endOf(CacheType::F16);
        QVERIFY(last.eosReason == engine::EosReason::Error);
        QVERIFY(last.errorKind == base::ErrorKind::Unsupported);
        QCOMPARE(last.error,
            std::string("The fp16 cache doesn't support this model's keys; choose the cache type "
                        "q8 or fp32."));
    }
};

TESTS(LoraTest);
#include "lora_test.moc"
