#pragma once

#include <QString>
#include <QStringList>
#include <QVariant>

#include <limits>
#include <optional>

namespace services {

/// A setting: where it is kept, and its value until the user changes it. `T` is bool, int, double,
/// QString or QStringList.
template <typename T>
struct Setting {
    const char* key; ///< "group/name" in the settings file
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

/// A text may be one of a few choices.
template <>
struct Setting<QString> {
    const char* key;
    QString fallback;
    QStringList choices = {}; ///< empty: any text is accepted

    bool accepts(const QString& value) const
    {
        return choices.isEmpty() || choices.contains(value);
    }
};

/// Converts a value of the file; returns nothing if it is of another type.
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
