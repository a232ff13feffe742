#include "tests/engine/generate/generator_bench.h"
#include "tests/engine/generate/refusals.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::BatchEntry;
using engine::ImageEmbeddingPtr;
using engine::Job;
using engine::TokenIds;
using tests::GeneratorBench;

namespace {

// `words` of text, then each image with one word behind it.
Job jobAbout(int64_t words, const std::vector<ImageEmbeddingPtr>& pictures)
{
    TokenIds ids = tests::counting(words);
    for (const ImageEmbeddingPtr& picture : pictures) {
        for (int64_t row = 0; row < picture->count(); ++row)
            ids.push_back(picture->firstId + row);
        ids.push_back(7);
    }
    Job job = tests::jobOf(std::move(ids), 3);
    job.images = pictures;
    return job;
}

// True if the entry ends inside of an image.
bool cutsAPicture(const BatchEntry& entry)
{
    const engine::TokenId last = entry.ids.back();
    const auto* picture = engine::findImage(entry.images, last);
    return picture && last != picture->firstId + picture->count() - 1;
}

} // namespace

// A model that sees images in both directions gets each of them in one pass.
class WholePicturesTest : public QObject {
    Q_OBJECT

private slots:
    void noChunkCutsAPicture()
    {
        for (const int64_t words : {1, 100, 250, 256, 300, 511, 700}) {
            GeneratorBench bench(
                {.now = tests::randomClock(uint64_t(words)), .options = {.maxChunkSize = 256}});
            bench.model.isWhole = true;
            bench.enqueue(tests::jobOf({1}, 1000)); // so that chunks are short
            int64_t cuts = 0, longest = 0;
            bench.model.beforePass = [&](std::span<const BatchEntry> batch) {
                for (const BatchEntry& entry : batch) {
                    cuts += cutsAPicture(entry);
                    longest = std::max(longest, int64_t(entry.ids.size()));
                }
            };
            const auto first = engine::firstImageId;
            const std::vector<ImageEmbeddingPtr> pictures
                = {tests::picture(bench.model.backend(), 60, first, 1),
                    tests::picture(bench.model.backend(), 300, first + 60, 2), // beyond a chunk
                    tests::picture(bench.model.backend(), 90, first + 360, 3)};
            const Job job = jobAbout(words, pictures);

            const tests::Answer answer = bench.answerTo(job);

            QCOMPARE(bench.wrong, "");
            QCOMPARE(cuts, 0);
            QVERIFY(longest <= 300);
            QCOMPARE(answer.ids, tests::answerAlone(job).ids);
        }
    }

    // Two images side by side, whose ids follow one another, are two.
    void picturesSideBySideAreTwo()
    {
        GeneratorBench bench({.options = {.maxChunkSize = 256}});
        bench.model.isWhole = true;
        std::vector<int64_t> chunks;
        bench.model.beforePass = [&](std::span<const BatchEntry> batch) {
            if (batch.front().logitRows == 0)
                chunks.push_back(int64_t(batch.front().ids.size()));
        };
        const auto first = engine::firstImageId;
        const std::vector<ImageEmbeddingPtr> pictures
            = {tests::picture(bench.model.backend(), 200, first, 1),
                tests::picture(bench.model.backend(), 200, first + 200, 2)};
        Job job = jobAbout(0, pictures);
        std::erase(job.ids, 7);
        job.ids.push_back(7);

        bench.answerTo(job);

        QCOMPARE(chunks, (std::vector<int64_t>{200, 200}));
    }

    // The rest of an image is read in one pass if pages of another job end inside it.
    void theRestOfASharedPictureIsReadTogether()
    {
        GeneratorBench bench;
        bench.model.isWhole = true;
        const auto picture = tests::picture(bench.model.backend(), 300, engine::firstImageId, 1);
        bench.answerTo(jobAbout(100, {picture}));
        std::vector<int64_t> pasts;
        bench.model.beforePass = [&](std::span<const BatchEntry> batch) {
            QVERIFY(!cutsAPicture(batch.front()));
            pasts.push_back(batch.front().past);
        };
        Job other = jobAbout(100, {picture});
        other.ids.back() = 9;

        bench.answerTo(other);

        QCOMPARE(bench.wrong, "");
        QVERIFY(!pasts.empty() && pasts.front() >= 256); // a page was shared
    }

    void picturesInPiecesOrAtTheEndAreRefused()
    {
        GeneratorBench bench;
        bench.model.isWhole = true;
        const auto picture = tests::picture(bench.model.backend(), 4, engine::firstImageId, 1);
        Job last = jobAbout(3, {picture}), piece = last, disordered = last, whole = last;
        last.ids.pop_back();
        piece.ids.erase(piece.ids.begin() + 4);
        std::swap(disordered.ids[3], disordered.ids[4]);

        for (const Job& job : {last, piece, disordered})
            QCOMPARE(tests::refusalOf(bench.generator, job),
                "A picture can't be split: the prompt must contain all its rows in order, followed "
                "by a token.");
        bench.enqueue(whole);
        bench.model.isWhole = false;
        bench.enqueue(piece);
    }

    // Healing takes the last token back; an image must not become the end of the prompt by that.
    void aTokenBehindAPictureIsNotHealed()
    {
        GeneratorBench bench;
        bench.model.isWhole = true;
        const auto picture = tests::picture(bench.model.backend(), 4, engine::firstImageId, 1);
        Job job = jobAbout(3, {picture});
        const auto plain = bench.answerTo(job);
        job.healTokens = true;

        QCOMPARE(bench.answerTo(job).ids, plain.ids);
    }
};

TESTS(WholePicturesTest);
#include "whole_pictures_test.moc"
