#include "engine/files/open_weights.h"
#include "engine/models/decoder_pass.h"
#include "engine/models/families/families.h"
#include "engine/models/lora_adapter.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/engine/models/recording_backend.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <map>

using engine::BatchEntry;
using engine::CacheType;
using engine::Model;
using engine::PagedCache;
using engine::TokenId;
using engine::TokenIds;
using tests::maxDifference;
using tests::RecordingBackend;

namespace {

struct LoadedOn {
    LoadedOn(const std::string& name, kernels::Backend& backend)
    {
        const auto folder = tests::dataFolder() / "models" / name;
        const auto weights = engine::openWeights(folder);
        model = Model::load(weights, engine::readConfig(folder, weights.get()), backend);
    }
    std::unique_ptr<Model> model;
};

/// Sequences of one model that grow together, each with pages of its own in one cache.
class Company {
public:
    Company(Model& model, int64_t sequences, int64_t pagesEach)
        : m_model(model)
        , m_cache(tests::Sequence::shapeOf(model), CacheType::F16,
              sequences * pagesEach * engine::pageSize)
        , m_pages(size_t(sequences))
        , m_filled(size_t(sequences))
        , m_ids(size_t(sequences))
    {
        m_cache.allocate(model.cacheDevices());
        for (int32_t page = 0; page < int32_t(sequences * pagesEach); ++page)
            m_pages[size_t(page) % size_t(sequences)].push_back(page);
    }

    /// Reads so many tokens of a sequence in one pass without logits.
    void readPrompt(size_t sequence, int64_t tokens)
    {
        m_ids[sequence] = someIds(tokens, int64_t(sequence));
        const BatchEntry entry = entryOf(sequence, 0);
        m_model.forward({&entry, 1}, m_cache);
        m_filled[sequence] += tokens;
    }

    /// A pass over the first `sequences`, `tokens` of each, all with logits.
    std::vector<float> step(size_t sequences, int64_t tokens = 1)
    {
        for (size_t i = 0; i < sequences; ++i)
            m_ids[i] = someIds(tokens, int64_t(i) + m_filled[i]);
        std::vector<BatchEntry> batch;
        for (size_t i = 0; i < sequences; ++i)
            batch.push_back(entryOf(i, tokens));
        const auto logits = m_model.forward(batch, m_cache);
        for (size_t i = 0; i < sequences; ++i)
            m_filled[i] += tokens;
        return {logits.begin(), logits.end()};
    }

private:
    static TokenIds someIds(int64_t count, int64_t seed)
    {
        TokenIds ids(static_cast<size_t>(count));
        for (size_t i = 0; i < ids.size(); ++i)
            ids[i] = TokenId((int64_t(i) * 11 + seed * 7) % 61 + 3);
        return ids;
    }

    // The entry has no more pages than it needs, as a page table has them.
    BatchEntry entryOf(size_t sequence, int64_t logitRows) const
    {
        const int64_t end = m_filled[sequence] + int64_t(m_ids[sequence].size());
        const auto pages = size_t((end + engine::pageSize - 1) / engine::pageSize);
        return {m_ids[sequence], m_filled[sequence], std::span(m_pages[sequence]).first(pages), {},
            logitRows};
    }

    Model& m_model;
    PagedCache m_cache;
    std::vector<std::vector<int32_t>> m_pages;
    std::vector<int64_t> m_filled;
    std::vector<TokenIds> m_ids;
};

} // namespace

// Small passes on a device that records: the numbers are those of a device that does not, and what
// was done once is not told again.
class PassRecordingsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<kernels::Backend> m_plain = tests::openForTest("cpu");
    RecordingBackend m_gpu{tests::openForTest("cpu")};

private slots:
    void init()
    {
        m_gpu.recordings = m_gpu.replays = 0;
        m_gpu.canRecord = true;
    }

    void theSameBitsWithAndWithout_data()
    {
        QTest::addColumn<QString>("model");
        for (const char* model : {"tiny-llama", "tiny-qwen2", "tiny-qwen3", "tiny-lfm2",
                 "tiny-qwen3_5", "tiny-qwen3_next", "tiny-falcon_h1", "tiny-granitemoehybrid",
                 "tiny-nemotron_h", "tiny-deepseek_v3"})
            QTest::newRow(model) << QString(model);
    }
    void theSameBitsWithAndWithout()
    {
        QFETCH(QString, model);
        const LoadedOn plain(model.toStdString(), *m_plain), gpu(model.toStdString(), m_gpu);
        Company expected(*plain.model, 7, 2), actual(*gpu.model, 7, 2);
        for (Company* company : {&expected, &actual})
            for (size_t sequence = 0; sequence < 7; ++sequence)
                company->readPrompt(sequence, 240 + 3 * int64_t(sequence));

        // Sequences come and go, cross the ends of pages, and carry drafts.
        for (const size_t sequences : {1, 1, 3, 7, 4, 2, 7, 7, 5, 1, 1, 3, 7, 6})
            for (const int64_t tokens : {1, 3})
                QCOMPARE(
                    maxDifference(actual.step(sequences, tokens), expected.step(sequences, tokens)),
                    0.0);
        QVERIFY(m_gpu.replays > m_gpu.recordings);
    }

    void theSecondPassOfAFormIsOneReplay()
    {
        const LoadedOn gpu("tiny-llama", m_gpu);
        Company company(*gpu.model, 3, 1);
        for (const size_t sequences : {3, 1})
            company.step(sequences);
        company.step(3); // whose memory the others have moved
        company.step(1);
        const int64_t operations = m_gpu.operations(), replays = m_gpu.replays;
        const int64_t recordings = m_gpu.recordings, uploads = m_gpu.uploads;

        for (const size_t sequences : {3, 1, 3, 3, 1})
            company.step(sequences);

        QCOMPARE(m_gpu.operations(), operations);
        QCOMPARE(m_gpu.recordings, recordings);
        QCOMPARE(m_gpu.replays, replays + 5);
        QCOMPARE(m_gpu.uploads, uploads + 5); // ids, positions and page tables in one
    }

    void batchesOfABucketShareARecording()
    {
        const LoadedOn gpu("tiny-llama", m_gpu);
        Company company(*gpu.model, 32, 1);
        company.step(32);
        m_gpu.recordings = 0;

        for (size_t sequences = 32; sequences > 0; --sequences)
            company.step(sequences);

        QCOMPARE(m_gpu.recordings, 5); // 16, 8, 4, 2 and 1
    }

    void growingPageTablesAndPromptsLeaveItStanding()
    {
        const LoadedOn gpu("tiny-llama", m_gpu);
        Company company(*gpu.model, 2, 9);
        company.readPrompt(0, 200);
        company.step(1);
        m_gpu.recordings = 0;

        for (int pages = 1; pages < 8; ++pages) {
            company.step(1);
            company.readPrompt(0, 250); // a large pass moves memory of other passes only
            company.readPrompt(1, 40 * pages);
        }
        company.step(1);
        QCOMPARE(m_gpu.recordings, 0);

        company.readPrompt(0, 100); // more than 2,048 tokens now
        company.step(1);
        company.step(1);
        QCOMPARE(m_gpu.recordings, 1);
    }

    void anotherCacheIsAnotherForm()
    {
        const LoadedOn plain("tiny-llama", *m_plain), gpu("tiny-llama", m_gpu);
        for (int round = 0; round < 4; ++round) {
            Company expected(*plain.model, 1, 1), actual(*gpu.model, 1, 1);
            for (int step = 0; step < 5; ++step)
                QCOMPARE(maxDifference(actual.step(1), expected.step(1)), 0.0);
        }
        QCOMPARE(m_gpu.recordings, 4);
    }

    void adaptersCountAtOnce()
    {
        const LoadedOn plain("tiny-llama", *m_plain), gpu("tiny-llama", m_gpu);
        Company expected(*plain.model, 1, 1), actual(*gpu.model, 1, 1);
        const auto adapter = engine::LoraAdapter::load(tests::dataFolder() / "lora" / "llama-all");

        for (const float scale : {0.0f, 1.0f, 0.5f}) {
            for (Model* model : {plain.model.get(), gpu.model.get()})
                model->setAdapters({{adapter, scale}});
            for (int step = 0; step < 3; ++step)
                QCOMPARE(maxDifference(actual.step(1), expected.step(1)), 0.0);
        }
    }

    void whatCannotBeRecordedRunsAsItIs()
    {
        m_gpu.canRecord = false;
        const LoadedOn plain("tiny-llama", *m_plain), gpu("tiny-llama", m_gpu);
        Company expected(*plain.model, 2, 1), actual(*gpu.model, 2, 1);

        for (int step = 0; step < 5; ++step)
            QCOMPARE(maxDifference(actual.step(2), expected.step(2)), 0.0);
        QCOMPARE(m_gpu.replays, 0);
    }

    void onlyTheHighestLogitsComeToTheHost()
    {
        const LoadedOn plain("tiny-llama", *m_plain), gpu("tiny-llama", m_gpu);
        const int64_t vocabulary = plain.model->config().vocabulary;
        PagedCache cache(tests::Sequence::shapeOf(*plain.model), CacheType::F16, 1024);
        PagedCache gpuCache(tests::Sequence::shapeOf(*plain.model), CacheType::F16, 1024);
        cache.allocate(plain.model->cacheDevices());
        gpuCache.allocate(gpu.model->cacheDevices());
        QVERIFY(gpu.model->findsTopLogits() && !plain.model->findsTopLogits());

        for (int64_t past = 0; past < 6; ++past) {
            const TokenIds ids[] = {{5, 6}, {7}, {8}};
            const int32_t pages[] = {0, 1, 2};
            std::vector<BatchEntry> batch;
            for (size_t i = 0; i < 3; ++i)
                batch.push_back({ids[i], past * int64_t(ids[i].size()), std::span(pages + i, 1), {},
                    int64_t(ids[i].size())});
            const auto all = plain.model->forward(batch, cache);
            batch[0].top = {3, vocabulary - 2};
            batch[2].top = {2, vocabulary - 2};
            const int64_t before = m_gpu.downloaded;
            const auto some = gpu.model->forward(batch, gpuCache);
            const auto top = gpu.model->topLogits();

            const auto width = size_t(vocabulary);
            QCOMPARE(maxDifference(some, all.subspan(2 * width, width)), 0.0);
            QCOMPARE(top.size(), size_t(2 * 3 + 2));
            for (size_t row = 0, first = 0; row < 4; first += row < 2 ? 3
                     : row == 3                                       ? 2
                                                                      : 0,
                        ++row) {
                if (row == 2)
                    continue;
                const auto logits = all.subspan(row * width, width - 2);
                const auto best = std::ranges::max_element(logits);
                QCOMPARE(top[first].id, TokenId(best - logits.begin()));
                QCOMPARE(top[first].logit, *best);
                QVERIFY(top[first + 1].logit <= *best);
            }
            QCOMPARE(m_gpu.downloaded - before, vocabulary * 4 + 2 * 4 * 64 * 4);
        }
    }
};

TESTS(PassRecordingsTest);
#include "pass_recordings_test.moc"
