#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace services {

/// A text that goes with a message and is read before it: a long paste, a small text file.
struct TextAttachment {
    QString name;
    QString text;

    bool operator==(const TextAttachment&) const = default;
};

inline constexpr qint64 maxTextBytes = 16 << 20; ///< of a text that goes with a message

/// The text that these bytes are, whatever the file is called: UTF-8, UTF-16 or UTF-32 with a byte
/// order mark, UTF-8 without one, or else Western European (Latin-1). Line ends become "\n".
/// Nothing if there are bytes among them that no text has. Any thread.
std::optional<QString> textIn(const QByteArray& file);

} // namespace services
