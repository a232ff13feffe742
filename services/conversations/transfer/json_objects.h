#pragma once

#include <QByteArray>
#include <QJsonObject>

#include <optional>

namespace services {

/// The objects of a JSON document that is one object or an array of objects, parsed one at a time:
/// a parsed value takes up to sixty times the memory of its text, so that of a whole file may not
/// be parsed at once. The input may be anyone's. One thread at a time.
class JsonObjects {
public:
    JsonObjects() = default; ///< there are none

    /// Looks through the text once and parses nothing. Throws Error{BadFile} with half a sentence,
    /// what was expected, if the brackets do not fit, something else than objects stands in the
    /// array, or an object holds more than mostValues.
    explicit JsonObjects(const QByteArray& bytes);

    bool isEmpty() const { return m_bytes.isEmpty(); }

    /// The next object; none after the last. Throws Error{BadFile} with half a sentence if it is no
    /// valid JSON; the one after it can still be read.
    std::optional<QJsonObject> next();

    static constexpr qint64 mostValues = 2'000'000; ///< in an object: numbers, texts, objects …

private:
    QByteArray m_bytes;
    qsizetype m_at = 0; // what was read so far
};

} // namespace services
