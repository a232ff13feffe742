#include "tests/engine/generate/drafting_rows.h"
#include "tests/engine/generate/real_model.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <random>

using engine::CacheType;
using engine::Generator;
using engine::ImageEmbeddingPtr;
using engine::Job;
using engine::PagedCache;
using engine::TokenId;
using engine::TokenIds;
using tests::Answer;
using tests::Drafting;
using tests::GeneratorBench;
using tests::RealModel;

namespace {

// Ten words, the rows of an image, a word.
TokenIds promptAround(const ImageEmbeddingPtr& image)
{
    TokenIds ids = tests::counting(10);
    for (const TokenId id : tests::counting(image->count(), image->firstId))
        ids.push_back(id);
    ids.push_back(7);
    return ids;
}

Job jobAbout(const ImageEmbeddingPtr& image, int64_t maxNewTokens = 6)
{
    Job job = tests::jobOf(promptAround(image), maxNewTokens);
    job.images = {image};
    return job;
}

// An image for a real model: rows of random numbers.
ImageEmbeddingPtr pictureFor(const RealModel& real, int64_t rows)
{
    const int64_t hidden = real.model->config().hidden;
    std::mt19937 random(24);
    std::vector<float> values(size_t(rows * hidden));
    for (float& value : values)
        value = float(random() % 2001) / 1000 - 1;
    auto image = std::make_shared<engine::ImageEmbedding>();
    image->rows = kernels::Tensor(*real.backend, kernels::DType::F32, rows, hidden);
    real.backend->upload(image->rows, values.data());
    image->contentHash.fill(1);
    return image;
}

// Logits of every token of an answer; the prompt is read in chunks of so many tokens.
std::vector<std::vector<float>> logitsOf(const RealModel& real, Job job, int64_t chunk)
{
    PagedCache cache(*real.backend, real.shape(), CacheType::F16, 2048);
    Generator generator(
        *real.model, cache, *real.tokenizer, {.maxSeqLen = 2000, .maxChunkSize = chunk});
    job.returnLogits = true;
    generator.enqueue(job);
    std::vector<std::vector<float>> logits;
    while (generator.numRemainingJobs() > 0)
        for (const engine::Result& result : generator.iterate())
            logits.insert(logits.end(), result.logits.begin(), result.logits.end());
    return logits;
}

} // namespace

// Case 24: images in prompts. That an image decoded twice gets the same content hash is tested with
// the vision tower.
class ImagesTest : public QObject {
    Q_OBJECT

private slots:
    void case24_theSamePictureIsFoundAgain()
    {
        GeneratorBench bench;
        const ImageEmbeddingPtr image
            = tests::picture(bench.model.backend(), 600, engine::firstImageId, 1);

        const Answer first = bench.answerTo(jobAbout(image));
        const Answer second = bench.answerTo(jobAbout(image));

        QCOMPARE(first.last->cachedTokens, int64_t(0));
        QCOMPARE(second.last->cachedTokens, int64_t(610));
        QCOMPARE(second.ids, first.ids);
    }

    void case24_aSecondCopyOfThePictureIsFoundToo()
    {
        GeneratorBench bench;
        kernels::Backend& backend = bench.model.backend();
        const TokenId id = engine::firstImageId;

        const Answer first = bench.answerTo(jobAbout(tests::picture(backend, 600, id, 1)));
        const Answer copy = bench.answerTo(jobAbout(tests::picture(backend, 600, id + 5000, 1)));

        QCOMPARE(copy.last->cachedTokens, int64_t(610));
        QCOMPARE(copy.ids, first.ids);
        QCOMPARE(bench.wrong, std::string());
    }

    void case24_twoPicturesOfEqualSizeShareNothing()
    {
        GeneratorBench bench;
        kernels::Backend& backend = bench.model.backend();
        const TokenId id = engine::firstImageId;
        const Job one = jobAbout(tests::picture(backend, 600, id, 1));
        const Job other = jobAbout(tests::picture(backend, 600, id + 5000, 2));
        const Job sameIds = jobAbout(tests::picture(backend, 600, id, 3));

        bench.answerTo(one);
        const Answer otherAnswer = bench.answerTo(other);
        const Answer sameIdsAnswer = bench.answerTo(sameIds);

        QCOMPARE(otherAnswer.last->cachedTokens, int64_t(10)); // the words before it
        QCOMPARE(otherAnswer.ids, tests::answerAlone(other).ids);
        QCOMPARE(sameIdsAnswer.last->cachedTokens, int64_t(10));
        QCOMPARE(sameIdsAnswer.ids, tests::answerAlone(sameIds).ids);
        QCOMPARE(bench.wrong, std::string());
    }

    void case24_aPictureMayCrossPagesAndChunks_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"tiny-llama", "tiny-qwen2", "tiny-qwen3", "starter"})
            QTest::newRow(name) << QString(name);
    }
    void case24_aPictureMayCrossPagesAndChunks()
    {
        QFETCH(QString, name);
        const RealModel real
            = name == "starter" ? RealModel::starter() : RealModel::tiny(name.toStdString());
        const Job job = jobAbout(pictureFor(real, 700));

        const auto atOnce = logitsOf(real, job, 1024);
        const auto inChunks = logitsOf(real, job, 256);

        QCOMPARE(atOnce.size(), size_t(6));
        QCOMPARE(atOnce.front().size(), size_t(real.vocabulary()));
        QCOMPARE(inChunks, atOnce);
    }

    void case24_draftsAndPenaltiesLiveWithPictures_data() { tests::addDraftingRows(); }
    void case24_draftsAndPenaltiesLiveWithPictures()
    {
        QFETCH(Drafting, drafting);
        GeneratorBench bench({.drafting = drafting});
        Job job = jobAbout(tests::picture(bench.model.backend(), 300, engine::firstImageId, 1), 40);
        job.sampling.repetitionPenalty = 1.2f;
        job.sampling.presencePenalty = 0.1f;
        job.sampling.frequencyPenalty = 0.1f;
        job.sampling.dryMultiplier = 0.8f;

        const int64_t serial = bench.enqueue(job);
        bench.enqueue(tests::jobOf(tests::counting(500), 30)); // alongside a job without images
        bench.runAll();

        const Answer& answer = bench.answers[serial];
        QCOMPARE(answer.ids.size(), size_t(40));
        QCOMPARE(answer.ids, tests::answerAlone(job).ids);
        for (const TokenId id : answer.ids)
            QVERIFY(id >= 0 && id < GeneratorBench::defaultVocabulary);
        QCOMPARE(bench.wrong, std::string());
    }
};

TESTS(ImagesTest);
#include "images_test.moc"
