#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace services {

/// A text that is attached to a message and that the model reads before it: a long paste or a small
/// text file.
struct TextAttachment {
    QString name;
    QString text;

    bool operator==(const TextAttachment&) const = default;
};

inline constexpr qint64 maxTextBytes = 16 << 20; ///< the largest text that can be attached

std::optional<QString> textIn(const QByteArray& file);

} // namespace services
