#include "tests/engine/files/file_bytes.h"
#include "tests/engine/generate/real_model.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <array>

using engine::CacheType;
using engine::Generator;
using engine::Job;
using engine::PagedCache;
using engine::TokenIds;
using tests::Answer;
using tests::RealModel;

namespace {

TokenIds promptOf(int64_t length, int64_t step = 7)
{
    TokenIds ids;
    for (int64_t i = 0; i < length; ++i)
        ids.push_back((i * step + i / 13) % 61 + 3);
    return ids;
}

TokenIds joined(TokenIds ids, const TokenIds& more)
{
    ids.insert(ids.end(), more.begin(), more.end());
    return ids;
}

// A token is spelled by its number in brackets, so that words can be banned.
tests::PieceTokenizer spelling(int64_t vocabulary)
{
    std::vector<std::string> pieces;
    for (int64_t id = 0; id < vocabulary; ++id)
        pieces.push_back("<" + std::to_string(id) + ">");
    return tests::PieceTokenizer(pieces);
}

Job jobOf(const TokenIds& prompt, int64_t maxNewTokens)
{
    Job job = tests::greedyJobOf(prompt, maxNewTokens);
    job.returnLogits = true;
    return job;
}

/// The tiny models whose layers keep something else than keys and values: states, or latent rows.
constexpr std::array stateModels{"tiny-lfm2", "tiny-qwen3_5", "tiny-qwen3_next", "tiny-falcon_h1",
    "tiny-nemotron_h", "tiny-deepseek_v3"};

/// A model that can be made to fail in the middle of a pass, when some layers have been computed.
class FailingModel final : public engine::Model {
public:
    explicit FailingModel(engine::Model& model)
        : m_model(model)
    {
    }

    int64_t passes = 0;
    int64_t failingPass = -1; ///< of those, counted from 0

    const engine::ModelConfig& config() const override { return m_model.config(); }
    kernels::Backend& backend() const override { return m_model.backend(); }
    engine::Fingerprint identity() const override { return m_model.identity(); }
    PagedCache::Shape cacheShape() const override { return m_model.cacheShape(); }
    bool mayReadWhileDecoding() const override { return m_model.mayReadWhileDecoding(); }
    std::span<const float> forward(std::span<const engine::BatchEntry> batch, PagedCache& cache,
        const std::function<bool()>& cancelled) override
    {
        int layers = 0;
        const bool fails = passes++ == failingPass;
        return m_model.forward(
            batch, cache, [&] { return (fails && ++layers == 3) || (cancelled && cancelled()); });
    }
    void keepHiddenStates(bool keep) override { m_model.keepHiddenStates(keep); }
    const std::vector<std::vector<float>>& hiddenStates() const override
    {
        return m_model.hiddenStates();
    }

private:
    engine::Model& m_model;
};

/// A generator over one of them.
struct Bench {
    explicit Bench(const QString& name, CacheType type = CacheType::F16,
        Generator::Options options = {.maxSeqLen = 1024})
        : real(RealModel::tiny(name.toStdString()))
        , model(*real.model)
        , tokenizer(spelling(real.vocabulary()))
        , cacheType(type)
        , cache(*real.backend, real.shape(), type, 4096)
        , generator(model, cache, tokenizer, options)
    {
    }

    int64_t enqueue(const Job& job) { return generator.enqueue(job); }

    void runAll()
    {
        while (generator.numRemainingJobs() > 0) {
            for (const engine::Result& result : generator.iterate())
                answers[result.serial].add(result);
            if (wrong.empty())
                wrong = generator.checkInvariants();
        }
    }

    Answer answerTo(const Job& job)
    {
        const int64_t serial = enqueue(job);
        runAll();
        return answers[serial];
    }

    // True if the answer was chosen from the very logits that one pass over all of it gives.
    bool isAsInOnePass(const TokenIds& prompt, const Answer& answer)
    {
        const TokenIds all = joined(prompt, answer.ids);
        tests::Sequence sequence(*real.model, cacheType, int64_t(all.size()));
        const auto rows = int64_t(answer.ids.size()) + 1;
        const std::vector<float> expected = sequence.read(all, rows);
        const auto width = size_t(real.vocabulary());
        for (size_t token = 0; token < answer.ids.size(); ++token)
            if (!std::equal(answer.logits[token].begin(), answer.logits[token].end(),
                    expected.begin() + ptrdiff_t(token * width)))
                return false;
        return answer.logits.size() == answer.ids.size() && !answer.ids.empty();
    }

    RealModel real;
    FailingModel model;
    tests::PieceTokenizer tokenizer;
    CacheType cacheType;
    PagedCache cache;
    Generator generator;
    std::map<int64_t, Answer> answers;
    std::string wrong;
};

void addModels()
{
    QTest::addColumn<QString>("model");
    for (const char* name : stateModels)
        QTest::newRow(name) << QString(name);
}

} // namespace

// Models with layers that keep a state or latent rows: whatever is shared, taken back, guessed, lost
// or kept on the disk, each token is chosen from the logits that a single pass gives.
class StateModelTest : public QObject {
    Q_OBJECT

private slots:
    void everyCacheTypeAnswersAsOnePass_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<CacheType>("type");
        for (const char* name : stateModels)
            for (const CacheType type :
                {CacheType::F32, CacheType::F16, CacheType::Q8, CacheType::Q4})
                QTest::addRow("%s, %s", name, engine::name(type).c_str()) << QString(name) << type;
    }
    void everyCacheTypeAnswersAsOnePass()
    {
        QFETCH(QString, model);
        QFETCH(CacheType, type);
        Bench bench(model, type, {.maxSeqLen = 1024, .maxChunkSize = 256});

        for (const int64_t length : {1, 2, 255, 256, 257, 500}) {
            const Answer answer = bench.answerTo(jobOf(promptOf(length, length + 3), 20));
            QVERIFY2(bench.isAsInOnePass(promptOf(length, length + 3), answer),
                qPrintable(QString::number(length)));
        }
        QCOMPARE(bench.wrong, std::string());
    }

    void theNextTurnGoesOnWhereTheAnswerEnded_data() { addModels(); }
    void theNextTurnGoesOnWhereTheAnswerEnded()
    {
        QFETCH(QString, model);
        Bench bench(model);
        const TokenIds prompt = promptOf(300);
        const Answer answer = bench.answerTo(jobOf(prompt, 20));
        const TokenIds next = joined(joined(prompt, answer.ids), promptOf(40, 11));

        const Answer more = bench.answerTo(jobOf(next, 20));

        QCOMPARE(more.last->cachedTokens, int64_t(319)); // all that was read
        QVERIFY(bench.isAsInOnePass(next, more));
        QCOMPARE(bench.wrong, std::string());
    }

    void promptsThatPartInsideAPageShareThePagesBeforeIt_data() { addModels(); }
    void promptsThatPartInsideAPageShareThePagesBeforeIt()
    {
        QFETCH(QString, model);
        Bench bench(model);
        const TokenIds first = promptOf(700);
        const TokenIds second = joined(promptOf(600), promptOf(50, 5));
        const int64_t a = bench.enqueue(jobOf(first, 12)), b = bench.enqueue(jobOf(second, 12));
        bench.runAll();
        const Answer again = bench.answerTo(jobOf(second, 12));

        QCOMPARE(bench.answers[b].last->cachedTokens, int64_t(512));
        // All but the token to be read, where pages may be cut.
        QCOMPARE(again.last->cachedTokens, int64_t(bench.cache.keepsStates() ? 512 : 649));
        QVERIFY(bench.isAsInOnePass(first, bench.answers[a]));
        QVERIFY(bench.isAsInOnePass(second, bench.answers[b]));
        QVERIFY(bench.isAsInOnePass(second, again));
        QCOMPARE(bench.wrong, std::string());
    }

    void guessesLeaveNoState_data() { addModels(); }
    void guessesLeaveNoState()
    {
        QFETCH(QString, model);
        Bench bench(model, CacheType::F16, {.maxSeqLen = 1024, .useNgramDraft = true});
        const TokenIds prompt = joined(promptOf(30), joined(promptOf(30), promptOf(190)));

        const Answer answer = bench.answerTo(jobOf(prompt, 300)); // over a page border
        const TokenIds next = joined(joined(prompt, answer.ids), {5, 6});
        const Answer more = bench.answerTo(jobOf(next, 5));

        QVERIFY(answer.last->acceptedDraftTokens > 0 && answer.last->rejectedDraftTokens > 0);
        QCOMPARE(answer.ids.size(), size_t(300));
        QVERIFY(bench.isAsInOnePass(prompt, answer));
        QVERIFY(bench.isAsInOnePass(next, more));
        QVERIFY(more.last->cachedTokens >= 540);
        QCOMPARE(bench.wrong, std::string());
    }

    void aModelWithStatesGuessesAsWellAsItAnswers_data() { addModels(); }
    void aModelWithStatesGuessesAsWellAsItAnswers()
    {
        QFETCH(QString, model);
        RealModel drafter = RealModel::tiny(model.toStdString());
        PagedCache draftCache(*drafter.backend, drafter.shape(), CacheType::F16, 4096);
        Bench bench(model, CacheType::F16,
            {.maxSeqLen = 1024, .draftModel = drafter.model.get(), .draftCache = &draftCache});
        const TokenIds prompt = promptOf(240);

        const Answer answer = bench.answerTo(jobOf(prompt, 60));

        QVERIFY(answer.last->acceptedDraftTokens > 30); // the two are one and the same
        QCOMPARE(answer.last->rejectedDraftTokens, int64_t(0));
        QVERIFY(bench.isAsInOnePass(prompt, answer));
        QCOMPARE(bench.wrong, std::string());
    }

    void anAnswerThatGoesBackReadsAgain_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<bool>("drafts");
        for (const char* name : stateModels)
            for (const bool drafts : {false, true})
                QTest::addRow("%s%s", name, drafts ? ", with drafts" : "")
                    << QString(name) << drafts;
    }
    void anAnswerThatGoesBackReadsAgain()
    {
        QFETCH(QString, model);
        QFETCH(bool, drafts);
        const TokenIds prompt = promptOf(250);
        const Answer unbanned = Bench(model).answerTo(jobOf(prompt, 20));
        Job job = jobOf(prompt, 30);
        for (const size_t first : {1, 4, 9}) { // one of them across the border
            std::string words;
            for (size_t token = first; token < first + 3; ++token)
                words += "<" + std::to_string(unbanned.ids[token]) + ">";
            job.bannedStrings.push_back(words);
        }
        Bench bench(model, CacheType::F16, {.maxSeqLen = 1024, .useNgramDraft = drafts});

        const Answer answer = bench.answerTo(job);
        const TokenIds next = joined(joined(prompt, answer.ids), {9});
        const Answer more = bench.answerTo(jobOf(next, 5));

        QVERIFY(!answer.suppressions.empty());
        QCOMPARE(answer.ids.size(), size_t(30));
        QVERIFY(bench.isAsInOnePass(prompt, answer));
        QVERIFY(bench.isAsInOnePass(next, more));
        QCOMPARE(bench.wrong, std::string());
    }

    void aPassThatFailsHalfwaySpoilsNothing_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("pass");
        for (const char* name : stateModels)
            for (const int pass : {1, 2, 3, 6, 9})
                QTest::addRow("%s, pass %d", name, pass) << QString(name) << pass;
    }
    void aPassThatFailsHalfwaySpoilsNothing()
    {
        QFETCH(QString, model);
        QFETCH(int, pass);
        Bench bench(model, CacheType::F16, {.maxSeqLen = 1024, .maxChunkSize = 256});
        bench.model.failingPass = pass;
        const TokenIds prompts[] = {promptOf(260), promptOf(120, 5), promptOf(700, 9)};
        std::vector<int64_t> serials;
        for (const TokenIds& prompt : prompts)
            serials.push_back(bench.enqueue(jobOf(prompt, 15)));
        bench.runAll();

        size_t failed = 0;
        for (size_t i = 0; i < serials.size(); ++i) {
            const Answer& answer = bench.answers[serials[i]];
            const bool hasFailed = answer.last->eosReason == engine::EosReason::Error;
            failed += hasFailed; // who read its prompt alone
            QVERIFY(hasFailed || bench.isAsInOnePass(prompts[i], answer));
            const Answer again = bench.answerTo(jobOf(prompts[i], 15));
            QVERIFY(bench.isAsInOnePass(prompts[i], again));
        }
        QVERIFY(failed <= 1);
        QVERIFY(bench.model.passes > pass);
        QCOMPARE(bench.wrong, std::string());
    }

    void statesComeBackFromTheDisk_data() { addModels(); }
    void statesComeBackFromTheDisk()
    {
        QFETCH(QString, model);
        const tests::Scratch scratch;
        const TokenIds prompt = promptOf(400);
        Bench before(model), after(model);
        const Answer answer = before.answerTo(jobOf(prompt, 20));
        const TokenIds said = joined(prompt, answer.ids), next = joined(said, promptOf(9, 5));

        const int64_t saved = before.generator.saveCache(
            scratch.path() / "chat", said, std::span<const engine::ImageEmbeddingPtr>());
        QCOMPARE(saved, int64_t(419));
        QVERIFY(before.generator.savedBytes(saved) > 0);
        QCOMPARE(after.generator.restoreCache(scratch.path() / "chat"), saved);
        const Answer more = after.answerTo(jobOf(next, 12));

        QCOMPARE(more.last->cachedTokens, saved);
        QVERIFY(after.isAsInOnePass(next, more));
        QCOMPARE(after.wrong, std::string());
    }
};

TESTS(StateModelTest);
#include "state_model_test.moc"
