#pragma once

#include <QList>
#include <QtGlobal>

#include <optional>

namespace services {

/// Bytes of a file, from `first` to before `end`.
struct ByteSpan {
    qint64 first = 0, end = 0;

    qint64 size() const { return end - first; }
    bool operator==(const ByteSpan&) const = default;
};

/// How a file is divided: what has come of a piece has come from the piece's beginning on.
inline constexpr qint64 pieceBytes = 4 << 20;

/// The next bytes for one of `idle` connections that have nothing to do. `missing` has not come yet,
/// in rising order; `busy` is what other connections are fetching: of one that still has much to
/// do, the second half is taken away. Nothing: this connection is not needed. Shares end where
/// pieces end.
std::optional<ByteSpan> nextShare(const QList<ByteSpan>& missing, QList<ByteSpan>& busy, int idle);

} // namespace services
