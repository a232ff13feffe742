#include "tests/engine/generate/real_model.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::CacheType;
using engine::EosReason;
using engine::Generator;
using engine::Job;
using engine::PagedCache;
using engine::TokenIds;
using tests::Answer;
using tests::Drafting;
using tests::GeneratorBench;
using tests::RealModel;

namespace {

enum class Guesser { None, Bad, Good, Ngram };

// A prompt that repeats itself, as texts do.
TokenIds repeatingPrompt(int64_t vocabulary)
{
    TokenIds ids;
    for (int i = 0; i < 90; ++i)
        ids.push_back((i % 30 * 7 + 3) % vocabulary);
    return ids;
}

struct Speculation {
    Answer answer;
    int64_t drafted = 0; // tokens the model was asked to check
};

// The answer of a real model whose next tokens are guessed by `guesser`.
Speculation speculate(const RealModel& real, const Job& job, Guesser guesser)
{
    constexpr int64_t cacheTokens = 1024;
    tests::CountingModel counted(*real.model);
    PagedCache cache(*real.backend, real.shape(), CacheType::F16, cacheTokens);
    PagedCache sameCache(*real.backend, real.shape(), CacheType::F16, cacheTokens);
    tests::ScriptModel dreamer(real.vocabulary(), tests::dreaming(real.vocabulary()));
    dreamer.isForgiving = true;
    PagedCache dreamerCache(
        dreamer.backend(), tests::ScriptModel::shape, CacheType::F32, cacheTokens);

    Generator::Options options{.maxSeqLen = 1000};
    options.useNgramDraft = guesser == Guesser::Ngram;
    if (guesser == Guesser::Good) {
        options.draftModel = real.model.get();
        options.draftCache = &sameCache;
    } else if (guesser == Guesser::Bad) {
        options.draftModel = &dreamer;
        options.draftCache = &dreamerCache;
    }
    Generator generator(counted, cache, *real.tokenizer, options);

    Speculation speculation;
    generator.enqueue(job);
    while (generator.numRemainingJobs() > 0)
        for (const engine::Result& result : generator.iterate())
            speculation.answer.add(result);
    speculation.drafted = counted.draftTokens;
    return speculation;
}

RealModel modelNamed(const QString& name)
{
    return name == "starter" ? RealModel::starter() : RealModel::tiny(name.toStdString());
}

// Eight jobs of different lengths and settings.
std::vector<Job> company(int64_t vocabulary)
{
    std::vector<Job> jobs;
    for (int64_t i = 0; i < 8; ++i) {
        TokenIds prompt;
        for (int64_t k = 0; k < 5 + i * 61; ++k)
            prompt.push_back((k * (i + 3) + i) % vocabulary);
        jobs.push_back(tests::jobOf(prompt, 20 + i * 5, uint64_t(i)));
        jobs.back().returnProbabilities = true;
    }
    return jobs;
}

// What the last of the jobs answers when the others were enqueued before it, some steps ago.
Answer answerInCompany(const RealModel& real, const std::vector<Job>& jobs, int stepsAgo)
{
    PagedCache cache(*real.backend, real.shape(), CacheType::F16, 16384);
    Generator generator(*real.model, cache, *real.tokenizer, {.maxSeqLen = 4096});
    for (size_t i = 0; i + 1 < jobs.size(); ++i)
        generator.enqueue(jobs[i]);
    for (int step = 0; step < stepsAgo; ++step)
        generator.iterate();
    const int64_t serial = generator.enqueue(jobs.back());
    Answer answer;
    while (generator.numRemainingJobs() > 0)
        for (const engine::Result& result : generator.iterate())
            if (result.serial == serial)
                answer.add(result);
    return answer;
}

} // namespace

// Cases 8 to 10: lengths are exact, and neither guesses nor company change an answer.
class SpeculationTest : public QObject {
    Q_OBJECT

private slots:
    void case08_theNumberOfNewTokens_data()
    {
        QTest::addColumn<Drafting>("drafting");
        QTest::addColumn<int>("count");
        for (const int count : {1, 2, 5, 300}) {
            QTest::addRow("%d without drafts", count) << Drafting::None << count;
            QTest::addRow("%d with a draft model", count) << Drafting::Model << count;
            QTest::addRow("%d with n-grams", count) << Drafting::Ngram << count;
        }
    }
    void case08_theNumberOfNewTokens()
    {
        QFETCH(Drafting, drafting);
        QFETCH(int, count);
        GeneratorBench bench({.cacheTokens = 1024,
            .script = tests::saying({7}, 8, GeneratorBench::defaultVocabulary),
            .drafting = drafting});

        const Answer answer = bench.answerTo(tests::greedyJobOf(TokenIds(8, 7), count));

        QCOMPARE(answer.ids, TokenIds(size_t(count), 7));
        QCOMPARE(answer.last->newTokens, int64_t(count));
        QVERIFY(answer.last->eosReason == EosReason::MaxNewTokens);
        if (count > 1)
            QCOMPARE(answer.last->acceptedDraftTokens > 0, drafting != Drafting::None);
        QCOMPARE(bench.wrong, std::string());
    }

    void case09_draftsChangeNoToken_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isGreedy");
        QTest::addColumn<Guesser>("guesser");
        for (const char* name : {"tiny-llama", "tiny-qwen3", "tiny-lfm2", "tiny-qwen3_5",
                 "tiny-qwen3_next", "tiny-falcon_h1", "starter"})
            for (const bool isGreedy : {true, false}) {
                const char* how = isGreedy ? "greedy" : "temperature 1";
                QTest::addRow("%s, %s, bad draft model", name, how)
                    << QString(name) << isGreedy << Guesser::Bad;
                QTest::addRow("%s, %s, good draft model", name, how)
                    << QString(name) << isGreedy << Guesser::Good;
                QTest::addRow("%s, %s, n-grams", name, how)
                    << QString(name) << isGreedy << Guesser::Ngram;
            }
    }
    void case09_draftsChangeNoToken()
    {
        QFETCH(QString, name);
        QFETCH(bool, isGreedy);
        QFETCH(Guesser, guesser);
        const RealModel real = modelNamed(name);
        const TokenIds prompt = repeatingPrompt(real.vocabulary());
        const Job job
            = isGreedy ? tests::greedyJobOf(prompt, 300) : tests::jobOf(prompt, 300, /*seed=*/7);

        const Answer alone = speculate(real, job, Guesser::None).answer;
        const Speculation guessed = speculate(real, job, guesser);

        QCOMPARE(alone.ids.size(), size_t(300));
        QCOMPARE(guessed.answer.ids, alone.ids);
        const int64_t accepted = guessed.answer.last->acceptedDraftTokens;
        const int64_t rejected = guessed.answer.last->rejectedDraftTokens;
        QVERIFY(guessed.drafted > 0);
        QCOMPARE(accepted + rejected, guessed.drafted);
        if (isGreedy && guesser == Guesser::Good)
            QVERIFY2(double(accepted) >= 0.99 * double(guessed.drafted),
                qPrintable(QString("%1 of %2").arg(accepted).arg(guessed.drafted)));
        if (guesser == Guesser::Bad)
            QVERIFY(rejected > accepted);
    }

    void case10_theSeedAloneDecides_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"tiny-llama", "tiny-qwen2", "tiny-qwen3", "tiny-lfm2",
                 "tiny-qwen3_5", "tiny-qwen3_next", "starter"})
            QTest::newRow(name) << QString(name);
    }
    void case10_theSeedAloneDecides()
    {
        QFETCH(QString, name);
        const RealModel real = modelNamed(name);
        TokenIds prompt = repeatingPrompt(real.vocabulary());
        Job job = tests::jobOf(prompt, 60, /*seed=*/42);
        job.returnProbabilities = true;
        std::vector<Job> jobs = company(real.vocabulary());
        jobs.pop_back();
        jobs.push_back(job);
        const Job longPrompt = tests::jobOf(TokenIds(3000, 5), 1);

        const Answer alone = answerInCompany(real, {job}, 0);
        const Answer oneOfEight = answerInCompany(real, jobs, 0);
        const Answer besideDecoding = answerInCompany(real, jobs, 4);
        const Answer besidePrefill = answerInCompany(real, {longPrompt, job}, 2);

        QCOMPARE(alone.ids.size(), size_t(60));
        QCOMPARE(alone.probabilities.size(), size_t(60));
        for (const Answer* other : {&oneOfEight, &besideDecoding, &besidePrefill}) {
            QCOMPARE(other->ids, alone.ids);
            QCOMPARE(other->probabilities, alone.probabilities); // to the last bit
        }
    }
};

TESTS(SpeculationTest);
#include "speculation_test.moc"
