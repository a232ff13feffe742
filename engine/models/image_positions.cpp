#include "engine/models/image_positions.h"

#include "base/error.h"

#include <algorithm>

namespace engine {

namespace {

bool hasPositions(const ImageEmbeddingPtr& image)
{
    return !image->positions.empty();
}

// The rows [first, end) of an image that are together.
struct RowGroup {
    int64_t first = 0, end = 0;
};

RowGroup rowGroup(const ImageEmbedding& image, int64_t row)
{
    const int64_t length = image.rowsTogether > 0 ? image.rowsTogether : image.count();
    const int64_t first = row - row % length;
    return {first, std::min(first + length, image.count())};
}

RowGroup rowGroup(const ImageSegment& segment, std::span<const TokenId> ids)
{
    return rowGroup(*segment.image, ids[size_t(segment.first)] - segment.image->firstId);
}

// The distance by which the position of the token behind a group exceeds the one it would have if
// each row took one position: it is one beyond the largest position of the group.
int64_t extraPositions(const ImageEmbedding& image, const RowGroup& group)
{
    if (image.positions.empty())
        return 0;
    const int64_t axes = int64_t(image.positions.size()) / image.count();
    const auto begin = image.positions.begin();
    const int32_t farthest
        = *std::max_element(begin + group.first * axes, begin + group.end * axes);
    return farthest + 1 - (group.end - group.first);
}

bool endsGroup(const ImageSegment& segment, std::span<const TokenId> ids)
{
    const int64_t last = ids[size_t(segment.end - 1)] - segment.image->firstId;
    return last + 1 == rowGroup(*segment.image, last).end;
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

    void addRow(int64_t start, const ImageEmbedding& image, int64_t row)
    {
        CHECK(int64_t(image.positions.size()) == image.count() * m_axes);
        for (int64_t axis = 0; axis < m_axes; ++axis)
            m_angles.push_back(int32_t(start + image.positions[size_t(row * m_axes + axis)]));
    }

private:
    std::vector<int32_t>& m_angles;
    int64_t m_axes;
};

std::vector<int32_t> rowAngles(
    const BatchEntry& entry, std::span<const ImageSegment> segments, int64_t axes)
{
    std::vector<int32_t> angles;
    AngleWriter writer(angles, axes);
    int64_t token = 0, offset = entry.rotaryOffset;
    for (const ImageSegment& segment : segments) {
        if (segment.image->positions.empty())
            continue;
        for (; token < segment.first; ++token)
            writer.add(entry.past + token + offset);
        const int64_t firstRow = entry.ids[size_t(segment.first)] - segment.image->firstId;
        const RowGroup group = rowGroup(*segment.image, firstRow);
        const int64_t start = entry.past + segment.first - (firstRow - group.first) + offset;
        for (; token < segment.end; ++token)
            writer.addRow(start, *segment.image, firstRow + token - segment.first);
        if (endsGroup(segment, entry.ids))
            offset += extraPositions(*segment.image, group);
    }
    for (; token < int64_t(entry.ids.size()); ++token)
        writer.add(entry.past + token + offset);
    return angles;
}

} // namespace

std::vector<ImageSegment> imageSegments(
    std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> images)
{
    std::vector<ImageSegment> segments;
    for (int64_t i = 0; i < int64_t(ids.size()); ++i) {
        const TokenId id = ids[size_t(i)];
        if (!isImageId(id))
            continue;
        const ImageEmbedding* image = findImage(images, id);
        if (!image)
            continue;
        const int64_t row = id - image->firstId;
        const bool goesOn = !segments.empty() && segments.back().end == i
            && segments.back().image == image && ids[size_t(i - 1)] + 1 == id
            && rowGroup(*image, row).first != row;
        if (goesOn)
            ++segments.back().end;
        else
            segments.push_back({i, i + 1, image});
    }
    return segments;
}

bool hasWholeImages(std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> images)
{
    return std::ranges::all_of(imageSegments(ids, images), [&](const ImageSegment& segment) {
        return segment.end - segment.first == segment.image->count()
            && segment.end < int64_t(ids.size());
    });
}

int64_t endBetweenImages(std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> images,
    int64_t begin, int64_t end)
{
    for (const ImageSegment& segment : imageSegments(ids, images))
        if (segment.first < end && end < segment.end)
            return segment.first > begin ? segment.first : segment.end;
    return end;
}

int64_t rotaryOffset(std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> images)
{
    if (std::ranges::none_of(images, hasPositions))
        return 0;
    int64_t offset = 0;
    for (const ImageSegment& segment : imageSegments(ids, images))
        if (endsGroup(segment, ids))
            offset += extraPositions(*segment.image, rowGroup(segment, ids));
    return offset;
}

ImagePositions imagePositions(const BatchEntry& entry, int64_t axes)
{
    ImagePositions positions;
    const std::vector<ImageSegment> segments = imageSegments(entry.ids, entry.images);
    for (const ImageSegment& segment : segments) {
        // A segment may have begun in an earlier pass, or in pages of another sequence.
        const int64_t row = entry.ids[size_t(segment.first)] - segment.image->firstId;
        const int64_t before = segment.first == 0 ? row - rowGroup(*segment.image, row).first : 0;
        positions.spans.push_back({std::max<int64_t>(0, entry.past + segment.first - before),
            entry.past + segment.end - 1});
    }
    if (entry.rotaryOffset != 0 || std::ranges::any_of(entry.images, hasPositions))
        positions.angles = rowAngles(entry, segments, axes);
    return positions;
}

} // namespace engine
