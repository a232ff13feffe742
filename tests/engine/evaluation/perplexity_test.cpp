#include "base/error.h"
#include "engine/evaluation/perplexity.h"
#include "kernels/devices/backends.h"
#include "tests/engine/generate/piece_tokenizer.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using engine::Chunking;
using engine::ChunkReader;
using engine::TokenId;
using engine::TokenIds;

namespace {

constexpr int64_t vocabulary = 7;

// Expects after token t the token t + 1, whose logit is 2 while all others are 0, and remembers
// what it was given.
class CountingModel final : public engine::Model {
public:
    CountingModel()
    {
        m_config.vocabulary = vocabulary;
        m_config.layers = m_config.kvHeads = m_config.heads = 1;
        m_config.headDim = 8;
    }

    const engine::ModelConfig& config() const override { return m_config; }
    kernels::Backend& backend() const override { return *m_backend; }
    std::span<const float> forward(std::span<const engine::BatchEntry> batch, engine::PagedCache&,
        const std::function<bool()>&) override
    {
        const engine::BatchEntry& entry = batch.front();
        if (entry.past == 0)
            read.clear();
        read.insert(read.end(), entry.ids.begin(), entry.ids.end());
        m_logits.assign(size_t(entry.logitRows * vocabulary), 0);
        for (int64_t row = 0; row < entry.logitRows; ++row) {
            const TokenId last = read[read.size() - size_t(entry.logitRows - row)];
            m_logits[size_t(row * vocabulary + (last + 1) % vocabulary)] = 2;
        }
        return m_logits;
    }
    void keepHiddenStates(bool) override { }
    const std::vector<std::vector<float>>& hiddenStates() const override { return m_states; }

    TokenIds read; // since the last past of 0

private:
    engine::ModelConfig m_config;
    std::unique_ptr<kernels::Backend> m_backend = kernels::openBackend("reference");
    std::vector<float> m_logits;
    std::vector<std::vector<float>> m_states;
};

engine::Perplexity perplexityOf(CountingModel& model, const TokenIds& ids, const Chunking& chunking,
    TokenId bos, std::vector<TokenIds>& readChunks)
{
    engine::PagedCache cache({1, 1, 8}, engine::CacheType::F16, 256);
    ChunkReader reader(model, cache, chunking, bos);
    engine::Perplexity perplexity;
    for (int64_t chunk = 0; chunk < chunking.chunkCount(int64_t(ids.size())); ++chunk) {
        reader.begin(
            std::span(ids).subspan(size_t(chunk * chunking.length), size_t(chunking.length)));
        for (auto logits = reader.next(); !logits.empty(); logits = reader.next())
            for (size_t row = 0; row < reader.scored().size(); ++row)
                perplexity.add(engine::surprise(
                    logits.subspan(row * vocabulary, vocabulary), reader.scored()[row]));
        readChunks.push_back(model.read);
    }
    return perplexity;
}

bool isNear(double actual, double expected)
{
    return std::abs(actual - expected) < 1e-9;
}

} // namespace

/// Figures of evaluations, against what can be computed by hand.
class PerplexityTest : public QObject {
    Q_OBJECT

private slots:
    // The tokens at 5, 6 and 7 of a chunk of 8 are scored. They are as the model expects in the
    // first chunk; in the second, the token at 6 is another and so the one behind it is unexpected,
    // too.
    void theSecondHalfOfEachChunkIsScored()
    {
        CountingModel model;
        const TokenIds ids{0, 1, 2, 3, 4, 5, 6, 0, /**/ 1, 1, 1, 1, 2, 3, 0, 5, /* left out: */ 6};
        std::vector<TokenIds> chunks;

        const engine::Perplexity perplexity = perplexityOf(model, ids, {.length = 8}, -1, chunks);

        const double total = std::exp(2.0) + 6, expected = std::log(total) - 2,
                     other = std::log(total);
        const double mean = (4 * expected + 2 * other) / 6;
        QCOMPARE(perplexity.tokens(), int64_t(6));
        QVERIFY(isNear(perplexity.meanSurprise(), mean));
        QVERIFY(isNear(perplexity.value(), std::exp(mean)));
        // of 4 and 2 numbers that are 2 apart: variance 4 · 4/6 · 2/6
        QVERIFY(isNear(perplexity.standardError(), std::sqrt(4.0 * 4 / 6 * 2 / 6 / 5)));
        QCOMPARE(chunks.size(), size_t(2));
        QCOMPARE(chunks[0], TokenIds({0, 1, 2, 3, 4, 5, 6})); // the last is only scored
        QCOMPARE(chunks[1], TokenIds({1, 1, 1, 1, 2, 3, 0}));
    }

    void eachChunkBeginsWithTheTokenForTheBeginning()
    {
        CountingModel model;
        std::vector<TokenIds> chunks;

        perplexityOf(model, TokenIds(16, 3), {.length = 8, .max = 1}, 5, chunks);

        QCOMPARE(chunks, std::vector<TokenIds>({{5, 3, 3, 3, 3, 3, 3}}));
    }

    void longChunksAreReadInParts()
    {
        CountingModel model;
        TokenIds ids;
        for (TokenId id = 0; id < 400; ++id)
            ids.push_back(id % vocabulary);
        std::vector<TokenIds> chunks;

        const auto perplexity = perplexityOf(model, ids, {.length = 200}, -1, chunks);

        QCOMPARE(perplexity.tokens(), int64_t(2 * 99));
        QVERIFY(isNear(perplexity.meanSurprise(), std::log(std::exp(2.0) + 6) - 2));
        QCOMPARE(perplexity.standardError() < 1e-6, true);
    }

    void aShortTextIsRefused()
    {
        QVERIFY_EXCEPTION_THROWN(Chunking({.length = 8}).chunkCount(15), base::Error);
        QCOMPARE(Chunking({.length = 8}).chunkCount(31), int64_t(3));
    }

    void aChunkMustFitIntoTheCache()
    {
        CountingModel model;
        engine::PagedCache cache({1, 1, 8}, engine::CacheType::F16, 256);

        QVERIFY_EXCEPTION_THROWN(ChunkReader(model, cache, {.length = 257}, -1), base::Error);
    }

    void theTextIsReadAsItStands()
    {
        const tests::PieceTokenizer tokenizer(
            {"a", "b", "\n", "<|end|>", "<", "|", "e", "n", "d", ">"}, {3});

        QCOMPARE(engine::idsToEvaluate(tokenizer, "a<|end|>b\n\n"),
            TokenIds({0, 4, 5, 6, 7, 8, 5, 9, 1, 2}));
    }

    // Two tokens have the probabilities 1/2, 1/2 and 1/4, 3/4.
    void divergenceIsThatOfKullbackAndLeibler()
    {
        const std::vector<float> even{0, 0}, uneven{0, std::log(3.0F)};
        engine::Divergence divergence;

        divergence.add(even, uneven);
        divergence.add(uneven, even);
        divergence.add(even, even);

        const double first = 0.5 * std::log(2.0) + 0.5 * std::log(2.0 / 3);
        const double second = 0.25 * std::log(0.5) + 0.75 * std::log(1.5);
        QCOMPARE(divergence.tokens(), int64_t(3));
        QVERIFY(std::abs(divergence.mean() - (first + second) / 3) < 1e-7);
        QVERIFY(std::abs(divergence.quantile(1) - std::max(first, second)) < 1e-7);
        QVERIFY(std::abs(divergence.quantile(0.5) - std::min(first, second)) < 1e-7);
        QVERIFY(isNear(divergence.sameTop(), 1.0 / 3));
        QVERIFY(divergence.standardError() > 0);
    }
};

TESTS(PerplexityTest);
#include "perplexity_test.moc"
