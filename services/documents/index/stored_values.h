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

/// The condition that a path is at another or below it, where paths are compared byte by byte;
/// pathOrBelow() makes its values.
QString isBelow();
QVariantList pathOrBelow(const QString& path);

inline constexpr QLatin1String documentColumns(
    "content, reading, measure, title, pages, passages, error");

/// From those columns of a row, the first of which is `first`.
DocumentRecord recordFrom(const QSqlQuery& row, int first = 0);

/// From rows of path, bytes, time of change, volume and those columns.
QList<IndexedFile> filesFrom(QSqlQuery& rows);

/// From rows of one number.
std::vector<PassageNumber> numbersFrom(QSqlQuery& rows);

/// PassageTexts or TermMatches, from rows of number, heading and text.
template <typename Text>
std::vector<Text> textsFrom(QSqlQuery& rows)
{
    std::vector<Text> texts;
    while (rows.next())
        texts.push_back({rows.value(0).toLongLong(), rows.value(1).toString().toStdString(),
            rows.value(2).toString().toStdString()});
    return texts;
}

/// Of rectangles, and of the numbers of a vector; not null.
template <typename Value>
QByteArray bytesOf(const std::vector<Value>& values)
{
    static_assert(sizeof(Value) % sizeof(float) == 0);
    if (values.empty())
        return "";
    return {reinterpret_cast<const char*>(values.data()), qsizetype(values.size() * sizeof(Value))};
}

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
