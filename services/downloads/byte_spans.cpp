#include "services/downloads/byte_spans.h"

#include <algorithm>

namespace services {

namespace {

constexpr qint64 leastShare = 2 * pieceBytes; // less is not worth a connection

// The first beginning of a piece from this byte on.
qint64 roundedUp(qint64 byte)
{
    return (byte + pieceBytes - 1) / pieceBytes * pieceBytes;
}

bool isShorter(const ByteSpan& a, const ByteSpan& b)
{
    return a.size() < b.size();
}

// `spans` without what others are fetching, whose bytes all lie in one span each.
QList<ByteSpan> without(QList<ByteSpan> spans, const QList<ByteSpan>& busy)
{
    for (const ByteSpan& taken : busy) {
        for (qsizetype i = 0; i < spans.size(); ++i) {
            const ByteSpan whole = spans[i];
            if (taken.end <= whole.first || taken.first >= whole.end)
                continue;
            spans[i].end = std::max(taken.first, whole.first);
            spans.insert(i + 1, {std::min(taken.end, whole.end), whole.end});
        }
        spans.removeIf([](const ByteSpan& span) { return span.size() <= 0; });
    }
    return spans;
}

std::optional<ByteSpan> halfOfLongest(QList<ByteSpan>& busy)
{
    const auto longest = std::max_element(busy.begin(), busy.end(), isShorter);
    if (longest == busy.end() || longest->size() < 2 * leastShare)
        return std::nullopt;
    const ByteSpan half{roundedUp(longest->first + longest->size() / 2), longest->end};
    if (half.size() < leastShare)
        return std::nullopt;
    longest->end = half.first;
    return half;
}

} // namespace

std::optional<ByteSpan> nextShare(const QList<ByteSpan>& missing, QList<ByteSpan>& busy, int idle)
{
    const QList<ByteSpan> free = without(missing, busy);
    if (free.isEmpty())
        return halfOfLongest(busy);
    const ByteSpan longest = *std::max_element(free.begin(), free.end(), isShorter);
    const qint64 share = std::max(longest.size() / idle, leastShare);
    return ByteSpan{longest.first, std::min(roundedUp(longest.first + share), longest.end)};
}

} // namespace services
