#include "engine/models/picture_positions.h"

#include "base/error.h"

#include <algorithm>

namespace engine {

namespace {

bool hasPositions(const ImageEmbeddingPtr& picture)
{
    return !picture->positions.empty();
}

// The rows [first, end) of an image that are together.
struct RowGroup {
    int64_t first = 0, end = 0;
};

RowGroup rowGroup(const ImageEmbedding& picture, int64_t row)
{
    const int64_t length = picture.rowsTogether > 0 ? picture.rowsTogether : picture.count();
    const int64_t first = row - row % length;
    return {first, std::min(first + length, picture.count())};
}

RowGroup rowGroup(const PictureRun& run, std::span<const TokenId> ids)
{
    return rowGroup(*run.picture, ids[size_t(run.first)] - run.picture->firstId);
}

// The distance by which the position of the token behind a group exceeds the one it would have if
// each row took one position: it is one beyond the largest position of the group.
int64_t extraPositions(const ImageEmbedding& picture, const RowGroup& group)
{
    if (picture.positions.empty())
        return 0;
    const int64_t axes = int64_t(picture.positions.size()) / picture.count();
    const auto begin = picture.positions.begin();
    const int32_t farthest
        = *std::max_element(begin + group.first * axes, begin + group.end * axes);
    return farthest + 1 - (group.end - group.first);
}

bool endsGroup(const PictureRun& run, std::span<const TokenId> ids)
{
    const int64_t last = ids[size_t(run.end - 1)] - run.picture->firstId;
    return last + 1 == rowGroup(*run.picture, last).end;
}

// The position of a token of a sequence along every axis, one behind the other.
class AngleWriter {
public:
    AngleWriter(std::vector<int32_t>& angles, int64_t axes)
        : m_angles(angles)
        , m_axes(axes)
    {
    }

    void add(int64_t position)
    {
        m_angles.insert(m_angles.end(), size_t(m_axes), int32_t(position));
    }

    void addRow(int64_t start, const ImageEmbedding& picture, int64_t row)
    {
        CHECK(int64_t(picture.positions.size()) == picture.count() * m_axes);
        for (int64_t axis = 0; axis < m_axes; ++axis)
            m_angles.push_back(int32_t(start + picture.positions[size_t(row * m_axes + axis)]));
    }

private:
    std::vector<int32_t>& m_angles;
    int64_t m_axes;
};

std::vector<int32_t> rowAngles(
    const BatchEntry& entry, std::span<const PictureRun> runs, int64_t axes)
{
    std::vector<int32_t> angles;
    AngleWriter writer(angles, axes);
    int64_t token = 0, offset = entry.rotaryOffset;
    for (const PictureRun& run : runs) {
        if (run.picture->positions.empty())
            continue;
        for (; token < run.first; ++token)
            writer.add(entry.past + token + offset);
        const int64_t firstRow = entry.ids[size_t(run.first)] - run.picture->firstId;
        const RowGroup group = rowGroup(*run.picture, firstRow);
        const int64_t start = entry.past + run.first - (firstRow - group.first) + offset;
        for (; token < run.end; ++token)
            writer.addRow(start, *run.picture, firstRow + token - run.first);
        if (endsGroup(run, entry.ids))
            offset += extraPositions(*run.picture, group);
    }
    for (; token < int64_t(entry.ids.size()); ++token)
        writer.add(entry.past + token + offset);
    return angles;
}

} // namespace

std::vector<PictureRun> pictureRuns(
    std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> pictures)
{
    std::vector<PictureRun> runs;
    for (int64_t i = 0; i < int64_t(ids.size()); ++i) {
        const TokenId id = ids[size_t(i)];
        if (!isImageId(id))
            continue;
        const ImageEmbedding* picture = findImage(pictures, id);
        if (!picture)
            continue;
        const int64_t row = id - picture->firstId;
        const bool goesOn = !runs.empty() && runs.back().end == i && runs.back().picture == picture
            && ids[size_t(i - 1)] + 1 == id && rowGroup(*picture, row).first != row;
        if (goesOn)
            ++runs.back().end;
        else
            runs.push_back({i, i + 1, picture});
    }
    return runs;
}

bool holdsWholePictures(std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> pictures)
{
    return std::ranges::all_of(pictureRuns(ids, pictures), [&](const PictureRun& run) {
        return run.end - run.first == run.picture->count() && run.end < int64_t(ids.size());
    });
}

int64_t endBetweenPictures(std::span<const TokenId> ids,
    std::span<const ImageEmbeddingPtr> pictures, int64_t begin, int64_t end)
{
    for (const PictureRun& run : pictureRuns(ids, pictures))
        if (run.first < end && end < run.end)
            return run.first > begin ? run.first : run.end;
    return end;
}

int64_t rotaryOffset(std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> pictures)
{
    if (std::ranges::none_of(pictures, hasPositions))
        return 0;
    int64_t offset = 0;
    for (const PictureRun& run : pictureRuns(ids, pictures))
        if (endsGroup(run, ids))
            offset += extraPositions(*run.picture, rowGroup(run, ids));
    return offset;
}

PicturePositions picturePositions(const BatchEntry& entry, int64_t axes)
{
    PicturePositions positions;
    const std::vector<PictureRun> runs = pictureRuns(entry.ids, entry.images);
    for (const PictureRun& run : runs) {
        // A run may have begun in an earlier pass, or in pages of another sequence.
        const int64_t row = entry.ids[size_t(run.first)] - run.picture->firstId;
        const int64_t before = run.first == 0 ? row - rowGroup(*run.picture, row).first : 0;
        positions.spans.push_back(
            {std::max<int64_t>(0, entry.past + run.first - before), entry.past + run.end - 1});
    }
    if (entry.rotaryOffset != 0 || std::ranges::any_of(entry.images, hasPositions))
        positions.angles = rowAngles(entry, runs, axes);
    return positions;
}

} // namespace engine
