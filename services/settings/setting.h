#pragma once

#include <QString>
#include <QStringList>
#include <QVariant>

#include <limits>
#include <optional>

namespace services {

/// Something that can be set: where it is kept and what it is until the user changes it.
/// `T` is bool, int, double, QString or QStringList.
template <typename T>
struct Setting {
    const char* key; ///< "group/name", in the file
    T fallback;

    bool accepts(const T&) const { return true; }
};

/// A number may have limits.
template <>
struct Setting<int> {
    const char* key;
    int fallback;
    int least = std::numeric_limits<int>::min();
    int most = std::numeric_limits<int>::max();

    bool accepts(int value) const { return value >= least && value <= most; }
};

/// A text may be one of a few.
template <>
struct Setting<QString> {
    const char* key;
    QString fallback;
    QStringList choices = {}; ///< empty: any text

    bool accepts(const QString& value) const
    {
        return choices.isEmpty() || choices.contains(value);
    }
};

/// What a value of the file means; none if it is of another kind.
template <typename T>
std::optional<T> valueFrom(const QVariant& value);

template <>
std::optional<bool> valueFrom(const QVariant& value);
template <>
std::optional<int> valueFrom(const QVariant& value);
template <>
std::optional<double> valueFrom(const QVariant& value);
template <>
std::optional<QString> valueFrom(const QVariant& value);
template <>
std::optional<QStringList> valueFrom(const QVariant& value);

} // namespace services
