#include "engine/models/image_positions.h"
#include "kernels/devices/backends.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::BatchEntry;
using engine::ImageEmbeddingPtr;
using engine::TokenIds;

namespace {

constexpr engine::TokenId first = engine::firstImageId;

// An image whose rows are in a grid of the given width, or one behind the other; in a video so many
// rows are together.
ImageEmbeddingPtr picture(
    engine::TokenId firstId, int64_t rows, int32_t width = 0, int32_t together = 0)
{
    static const auto backend = kernels::openBackend("reference");
    auto image = std::make_shared<engine::ImageEmbedding>();
    image->rows = kernels::Tensor(*backend, kernels::DType::F32, rows, 1);
    image->firstId = firstId;
    image->rowsTogether = together;
    for (int32_t row = 0; width > 0 && row < rows; ++row) {
        const int32_t own = together > 0 ? row % together : row;
        image->positions.insert(image->positions.end(), {0, own / width, own % width});
    }
    return image;
}

TokenIds rowsOf(const ImageEmbeddingPtr& picture)
{
    TokenIds ids;
    for (int64_t row = 0; row < picture->count(); ++row)
        ids.push_back(picture->firstId + engine::TokenId(row));
    return ids;
}

TokenIds joined(std::initializer_list<TokenIds> parts)
{
    TokenIds all;
    for (const TokenIds& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace

// Tests the positions of image rows in a sequence: as spans, and along the axes of a rotation.
class ImagePositionsTest : public QObject {
    Q_OBJECT

private slots:
    void runsEndWherePicturesDo()
    {
        const std::vector<ImageEmbeddingPtr> pictures{picture(first, 3), picture(first + 3, 2)};
        const TokenIds ids
            = joined({{1}, rowsOf(pictures[0]), rowsOf(pictures[1]), {2}, {first + 1}, {first}});

        const auto runs = engine::imageSegments(ids, pictures);

        std::vector<std::pair<int64_t, int64_t>> ends;
        for (const auto& run : runs)
            ends.emplace_back(run.first, run.end);
        QCOMPARE(ends, (std::vector<std::pair<int64_t, int64_t>>{{1, 4}, {4, 6}, {7, 8}, {8, 9}}));
        QVERIFY(!engine::hasWholeImages(ids, pictures));
        QVERIFY(engine::hasWholeImages(std::span(ids).first(7), pictures));
        QVERIFY(!engine::hasWholeImages(std::span(ids).first(6), pictures));
    }

    // A video of two steps, each of two by two rows, with a token between them.
    void theStepsOfAFilmStandBetweenText()
    {
        const std::vector<ImageEmbeddingPtr> pictures{picture(first, 8, 2, 4)};
        const TokenIds rows = rowsOf(pictures[0]);
        const TokenIds ids = joined(
            {{1}, {rows.begin(), rows.begin() + 4}, {2}, {rows.begin() + 4, rows.end()}, {3}});

        const auto whole = engine::imagePositions({.ids = ids, .pages = {}, .images = pictures}, 3);

        QCOMPARE(whole.angles,
            (std::vector<int32_t>{0, 0, 0, 1, 1, 1, 1, 1, 2, 1, 2, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4,
                4, 5, 4, 5, 4, 4, 5, 5, 6, 6, 6}));
        QCOMPARE(engine::rotaryOffset(ids, pictures), -4);
        const std::span<const engine::TokenId> read = std::span(ids).first(8);
        QCOMPARE(engine::rotaryOffset(read, pictures), -2);
        BatchEntry entry{
            .ids = std::span(ids).subspan(8), .past = 8, .pages = {}, .images = pictures};
        entry.rotaryOffset = -2;
        const auto rest = engine::imagePositions(entry, 3);
        QCOMPARE(
            rest.angles, std::vector<int32_t>(whole.angles.begin() + 3 * 8, whole.angles.end()));
        QCOMPARE(engine::imageSegments(rows, pictures).size(), size_t(2));
    }

    void chunksEndBeforeAPictureOrBehindIt()
    {
        const std::vector<ImageEmbeddingPtr> pictures{picture(first, 5)};
        const TokenIds ids = joined({{1, 2, 3}, rowsOf(pictures[0]), {4, 5}});

        QCOMPARE(engine::endBetweenImages(ids, pictures, 0, 2), 2);
        QCOMPARE(engine::endBetweenImages(ids, pictures, 0, 3), 3);
        QCOMPARE(engine::endBetweenImages(ids, pictures, 0, 4), 3);
        QCOMPARE(engine::endBetweenImages(ids, pictures, 3, 4), 8);
        QCOMPARE(engine::endBetweenImages(ids, pictures, 5, 6), 8); // the rest of it
        QCOMPARE(engine::endBetweenImages(ids, pictures, 0, 8), 8);
        QCOMPARE(engine::endBetweenImages(ids, pictures, 0, 9), 9);
    }

    // Six rows in two lines of three take three positions.
    void whatStandsBehindAGridTurnsLess()
    {
        const std::vector<ImageEmbeddingPtr> pictures{picture(first, 6, 3)};
        const TokenIds ids = joined({{1, 2}, rowsOf(pictures[0]), {3}, rowsOf(pictures[0]), {4}});

        QCOMPARE(engine::rotaryOffset(std::span(ids).first(2), pictures), 0);
        QCOMPARE(engine::rotaryOffset(std::span(ids).first(7), pictures), 0);
        QCOMPARE(engine::rotaryOffset(std::span(ids).first(8), pictures), -3);
        QCOMPARE(engine::rotaryOffset(ids, pictures), -6);
        QCOMPARE(engine::rotaryOffset(ids, std::vector{picture(first, 6)}), 0);
    }

    void rowsOfAGridTurnByTheirLineAndColumn()
    {
        const std::vector<ImageEmbeddingPtr> pictures{picture(first, 4, 2)};
        const TokenIds ids = joined({{1}, rowsOf(pictures[0]), {2}});
        BatchEntry entry;
        entry.ids = ids;
        entry.images = pictures;
        const std::vector<int32_t> expected{0, 0, 0, 1, 1, 1, 1, 1, 2, 1, 2, 1, 1, 2, 2, 3, 3, 3};

        QCOMPARE(engine::imagePositions(entry, 3).angles, expected);
    }

    // Whatever a pass begins with, its angles are those of the whole.
    void anglesDoNotDependOnWhereAPassBegins()
    {
        const std::vector<ImageEmbeddingPtr> pictures{
            picture(first, 6, 3), picture(first + 6, 4, 2)};
        const TokenIds ids = joined(
            {{1, 2}, rowsOf(pictures[0]), {3}, rowsOf(pictures[1]), rowsOf(pictures[0]), {4, 5}});
        BatchEntry whole;
        whole.ids = ids;
        whole.images = pictures;
        const std::vector<int32_t> all = engine::imagePositions(whole, 3).angles;

        for (size_t begin = 1; begin < ids.size(); ++begin) {
            BatchEntry rest = whole;
            rest.past = int64_t(begin);
            rest.ids = std::span(ids).subspan(begin);
            rest.rotaryOffset = engine::rotaryOffset(std::span(ids).first(begin), pictures);

            QCOMPARE(engine::imagePositions(rest, 3).angles,
                std::vector<int32_t>(all.begin() + ptrdiff_t(3 * begin), all.end()));
        }
    }

    void aSpanBeginsWhereThePictureDoes()
    {
        const std::vector<ImageEmbeddingPtr> pictures{picture(first, 5)};
        const TokenIds ids = joined({rowsOf(pictures[0]), {4}});
        BatchEntry entry;
        entry.images = pictures;
        entry.ids = std::span(ids).subspan(2);
        entry.past = 12; // ten words before the image

        const auto positions = engine::imagePositions(entry, 1);

        QCOMPARE(positions.spans.size(), size_t(1));
        QCOMPARE(positions.spans.front().first, 10);
        QCOMPARE(positions.spans.front().last, 14);
        QVERIFY(positions.angles.empty());
    }
};

TESTS(ImagePositionsTest);
#include "image_positions_test.moc"
