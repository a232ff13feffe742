#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "engine/models/model_identity.h"
#include "tests/engine/generate/drafting_rows.h"
#include "tests/engine/models/recording_backend.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::Generator;
using engine::Job;
using engine::TokenIds;
using tests::Answer;
using tests::Drafting;
using tests::RecordingBackend;

namespace {

/// A tiny model of real weights on a device, and another one of the same to guess ahead.
struct Engine {
    explicit Engine(kernels::Backend& backend)
    {
        const auto folder = tests::dataFolder() / "models" / "tiny-llama";
        const auto weights = engine::openWeights(folder);
        const auto config = engine::readConfig(folder, weights.get());
        for (auto* one : {&model, &draft})
            *one = engine::Model::load(weights, config, backend);
        const engine::PagedCache::Shape shape = engine::makeCacheShape(config);
        cache = std::make_unique<engine::PagedCache>(backend, shape, engine::CacheType::F16, 2048);
        draftCache
            = std::make_unique<engine::PagedCache>(backend, shape, engine::CacheType::F16, 2048);
        std::vector<std::string> pieces; // of one letter each, so that texts mean something
        for (int64_t id = 0; id < config.vocabulary; ++id)
            pieces.emplace_back(1, char('0' + id));
        for (int more = 0; more < 70; ++more) // added to the tokenizer after the model was made
            pieces.push_back("<added " + std::to_string(more) + ">");
        tokenizer = std::make_unique<tests::PieceTokenizer>(pieces);
    }

    std::unique_ptr<engine::Model> model, draft;
    std::unique_ptr<engine::PagedCache> cache, draftCache;
    std::unique_ptr<tests::PieceTokenizer> tokenizer;
};

// Jobs of every kind: those for which the highest logits are enough, those for which they may be
// too few, and those that need all.
std::vector<Job> someJobs()
{
    std::vector<Job> jobs;
    const auto add = [&](auto change) {
        TokenIds ids(20 + 7 * jobs.size());
        for (size_t i = 0; i < ids.size(); ++i)
            ids[i] = engine::TokenId(i * 7 % 5 + 3 + jobs.size() % 3);
        Job job = tests::jobOf(ids, 40, jobs.size() + 1);
        job.sampling = {};
        job.sampling.topK = 20;
        job.returnProbabilities = true;
        change(job);
        jobs.push_back(std::move(job));
    };
    add([](Job&) {});
    add([](Job& job) { job.sampling = engine::SamplerSettings::greedy(); });
    add([](Job& job) { job.sampling.topK = 0; });
    add([](Job& job) { job.sampling.repetitionPenalty = 1.2f; });
    add([](Job& job) {
        job.stopTokens = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        job.minNewTokens = 12;
    });
    add([](Job& job) { job.bannedStrings = {"5", "a", "k"}; });
    add([](Job& job) {
        job.negativeIds = {5, 6, 7};
        job.guidance = 1.5f;
    });
    add([](Job& job) { job.sampling.mirostat = true; });
    add([](Job& job) { job.sampling = {.temperature = 0.4f, .topK = 0, .topP = 0.7f}; });
    add([](Job& job) { job.sampling = {.temperature = 3, .topK = 0, .topP = 0.99f}; });
    add([](Job& job) { job.sampling = {.temperature = 0.5f, .topK = 0, .topP = 1, .minP = 0.1f}; });
    add([](Job& job) {
        job.sampling = {.topK = 0, .topP = 1, .minP = 0.05f};
        job.sampling.frequencyPenalty = 1;
        job.returnTopTokens = 3;
    });
    add([](Job& job) { job.sampling = engine::SamplerSettings::neutral(); });
    return jobs;
}

std::vector<Answer> answersOf(kernels::Backend& backend, Drafting drafting)
{
    Engine engine(backend);
    Generator::Options options{.maxSeqLen = 512, .maxChunkSize = 256};
    options.useNgramDraft = drafting == Drafting::Ngram;
    if (drafting == Drafting::Model) {
        options.draftModel = engine.draft.get();
        options.draftCache = engine.draftCache.get();
    }
    Generator generator(*engine.model, *engine.cache, *engine.tokenizer, options);
    std::vector<Answer> answers;
    for (Job& job : someJobs()) {
        generator.enqueue(std::move(job));
        answers.emplace_back();
    }
    while (generator.numRemainingJobs() > 0)
        for (const engine::Result& result : generator.iterate())
            answers[size_t(result.serial)].add(result);
    return answers;
}

} // namespace

// A model on a device where steps are recorded and only the logits that are needed come to the
// host: who generates does not see the difference.
class RemoteModelTest : public QObject {
    Q_OBJECT

private slots:
    void answersAreThoseOfTheProcessor_data() { tests::addDraftingRows(); }
    void answersAreThoseOfTheProcessor()
    {
        QFETCH(Drafting, drafting);
        const auto plain = kernels::openBackend("cpu", 2);
        RecordingBackend gpu(kernels::openBackend("cpu", 2));

        const auto expected = answersOf(*plain, drafting);
        const auto answers = answersOf(gpu, drafting);

        for (size_t job = 0; job < expected.size(); ++job) {
            QVERIFY(!expected[job].ids.empty());
            QVERIFY2(answers[job].ids == expected[job].ids, qPrintable(QString::number(job)));
            QVERIFY(answers[job].probabilities == expected[job].probabilities);
            QVERIFY(answers[job].last->eosReason == expected[job].last->eosReason);
        }
        QVERIFY(gpu.replays > gpu.recordings);
    }
};

TESTS(RemoteModelTest);
#include "remote_model_test.moc"
