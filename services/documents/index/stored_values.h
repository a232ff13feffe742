#pragma once

#include <QByteArray>
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
