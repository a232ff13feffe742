#pragma once

#include "services/documents/index/document_index.h"

#include <QByteArray>
#include <QList>
#include <QSqlQuery>
#include <QString>
#include <QVariantList>

#include <cstring>
#include <string>
#include <vector>

namespace services {

// Others may write to a store, so no more is read than a store of this program's has.
inline constexpr int maxRoots = 10'000; ///< see DocumentIndex::roots()
inline constexpr int maxPathLength = 5000; ///< characters
inline constexpr int maxTextLength = 100'000; ///< characters of a passage; usual are 1,000
inline constexpr int maxRectangleBytes = 16 * 4096; ///< of a passage
inline constexpr int maxMarkBytes = 1 << 20; ///< see DocumentIndex::embedding()

/// The condition that a path is at another or below it, where paths are compared byte by byte;
/// pathOrBelow() makes its values.
QString isBelow();
QVariantList pathOrBelow(const QString& path);

inline constexpr QLatin1String documentColumns(
    "content, reading, measure, title, pages, passages, error");

/// The same to be read.
inline constexpr QLatin1String readColumns("substr(content, 1, 1000), reading, "
                                           "substr(measure, 1, 1000), substr(title, 1, 10000), "
                                           "pages, passages, substr(error, 1, 10000)");

/// The value of the column `measure`: how passages were measured and, behind a line end, what reads
/// scanned pages.
QString storedMeasure(const DocumentRecord& record);

/// Reads those columns of a row, the first of which is `first`.
DocumentRecord recordFrom(const QSqlQuery& row, int first = 0);

/// Reads rows of path, bytes, time of change, volume and those columns.
QList<IndexedFile> filesFrom(QSqlQuery& rows);

/// Reads rows of one number.
std::vector<PassageNumber> numbersFrom(QSqlQuery& rows);

/// Reads rows of number, heading and text.
std::vector<PassageText> textsFrom(QSqlQuery& rows);

/// The bytes of rectangles, or of the numbers of a vector; not null.
template <typename Value>
QByteArray bytesOf(const std::vector<Value>& values)
{
    static_assert(sizeof(Value) % sizeof(float) == 0);
    if (values.empty())
        return "";
    return {reinterpret_cast<const char*>(values.data()), qsizetype(values.size() * sizeof(Value))};
}

/// The bytes of a passage in its document; none if they are no range.
ByteRange rangeFrom(const QVariant& first, const QVariant& last);

/// Leaves out rectangles that are not on a page.
std::vector<Rectangle> rectanglesFrom(const QByteArray& bytes);

template <typename Value>
std::vector<Value> valuesFrom(const QByteArray& bytes)
{
    std::vector<Value> values(size_t(bytes.size()) / sizeof(Value));
    if (!values.empty()) // or there is no memory to copy to
        std::memcpy(
            static_cast<void*>(values.data()), bytes.constData(), values.size() * sizeof(Value));
    return values;
}

} // namespace services
