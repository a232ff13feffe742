#pragma once

#include <QByteArray>
#include <QJsonObject>

#include <optional>

namespace services {

/// The objects of a JSON document that is one object or an array of objects, parsed one at a time.
/// A parsed value takes up to sixty times the memory of its text, so a whole file must not be
/// parsed at once. The input may come from anyone. One thread may use it at a time.
class JsonObjects {
public:
    JsonObjects() = default; ///< makes an empty list

    /// Scans the text once and parses nothing. Throws Error{BadFile} with the second half of a
    /// sentence, about what was expected, if the brackets do not match, the array holds something
    /// other than objects, or an object holds more than mostValues.
    explicit JsonObjects(const QByteArray& bytes);

    bool isEmpty() const { return m_bytes.isEmpty(); }

    /// Returns the next object, or nothing after the last. Throws Error{BadFile} in the same way if
    /// it is not valid JSON; the object after it can still be read.
    std::optional<QJsonObject> next();

    static constexpr qint64 mostValues = 2'000'000; ///< in an object: numbers, texts, objects …

private:
    QByteArray m_bytes;
    qsizetype m_at = 0; // what was read so far
};

} // namespace services
